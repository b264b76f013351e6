import { MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import type { LedgerEntry } from '#contract/credits.ts';
import type { Run } from '#contract/run.ts';
import { Commit } from '#store/mongo/commit.ts';
import { ledgerChanges } from '#engine/rules/ledger-changes.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { known, lookUp } from '../../support/identify.ts';
import { accountOf } from '../../support/ledger.ts';
import { leaveOpen } from '../../support/left-open.ts';
import { openUnstartedRun } from '../../support/unstarted-run.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
/** A run once it has closed. It is not waited for by a change stream: that of MongoDB's stand-in waits for transactions. */
async function closed(client: ApiClient, id: string): Promise<Run> {
  const read = async () => (await client.get<Run>(`/v1/loom/runs/${id}`)).data;
  await expect.poll(async () => (await read()).state).toBe('closed');
  return await read();
}

it('[money.no-shared-locks] a step that a killed worker left uncommitted delays nobody else of its workspace: messages, charges, lookups, ledger', async () => {
  const { id, client } = await service.workspace({ credits: 100, subject: 'ada' });
  const agent = await publishScripted(client, { patches: [{ ref: 'ask_user@1' }] });
  const [locked, paused, fresh] = await Promise.all([
    startThread(client, agent.id),
    startThread(client, agent.id),
    startThread(client, agent.id),
  ]);
  const asked = await converse(client, paused, '/call ask_user {"question":"?"}\n---\n/say {{last}}');
  const runId = await openUnstartedRun(service, locked);
  const run = await service.db.runs.findOne({ _id: runId });
  const thread = await service.db.threads.findOne({ _id: locked });
  if (run === null || thread === null) throw new Error('there is no run');

  const orphan = leaveOpen(service.db);
  const step = new Commit(orphan.db)
    .replace('runs', { ...run, state: 'closed', version: run.version + 1 })
    .replace('threads', { ...thread, active_runs: [], version: thread.version + 1 })
    .insert(
      'ledger',
      ledgerChanges(run, [{ amount: 7, reason: 'turn' }], { ends: true }, { now: new Date(), newId }),
    )
    .write();
  const ended = Promise.allSettled([step]);
  await orphan.written;
  try {
    const other = await closed(client, await post(client, fresh, 'Hello'));
    const answered = await closed(client, await post(client, paused, 'yes'));
    expect(answered.id).toBe(asked.id);
    expect(verdict(await lookUp(client, known))).toEqual([200]);
    const { data } = await client.get<LedgerEntry[]>('/v1/credits/ledger');
    expect(data.map(({ reason }) => reason)).toEqual(['identify', 'turn', 'turn', 'turn', 'grant']);
    const spent = Math.round((1 + other.cost_credits + answered.cost_credits) * 1e6);
    expect(await accountOf(service.db, id)).toMatchObject({ balance: 100_000_000 - spent, held: 0 });
    // All that time the step's documents were locked, and still are.
    await expect(
      service.db.runs.updateOne({ _id: runId }, { $set: { cost: 1 } }, { maxTimeMS: 200 }),
    ).rejects.toThrow(MongoServerError);
  } finally {
    await orphan.abort();
  }
  expect(await ended).toMatchObject([{ status: 'rejected' }]);
  expect((await accountOf(service.db, id)).entries.filter(({ ref }) => ref === runId)).toEqual([]);
});
