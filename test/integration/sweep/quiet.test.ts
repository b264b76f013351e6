import { expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { startActing } from '../../support/acting-run.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { untilLooked } from '../../support/looked-run.ts';
import { startService } from '../../support/service.ts';
import { makeOverdue, sweepingOf } from '../../support/sweeping.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(startService);
const entries = async () => {
  const outbox = { outbox: { $exists: true } };
  return (await service.db.runs.countDocuments(outbox)) + (await service.db.threads.countDocuments(outbox));
};

/** No sweep runs meanwhile: the process that signalled Temporal removes its entry. */
const untilTaken = async () =>
  await waitUntil(async () => (await entries()) === 0, { timeoutMs: 60_000, what: 'every entry is taken' });

/** A sweep of what is left, however long ago it was stored. */
async function expectQuiet(): Promise<void> {
  await makeOverdue(service.db);
  const { sweep, called, logs, close } = sweepingOf(service);
  expect(await sweep()).toMatchObject({ runs: 0, failed: 0, orphans: 0 });
  expect([called, logs]).toEqual([[], []]);
  await close();
}

it('[invariant.sweep-is-quiet] a first turn that is long is not swept: Temporal has taken its start', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), '/sleep 600000');
  await untilTaken();
  expect(await service.db.runs.findOne({ _id: run })).toMatchObject({ state: 'running', turn_count: 0 });
  await expectQuiet();
  await client.post(`/v1/loom/runs/${run}/cancel`);
  await settled(client, run);
});

it('[invariant.sweep-is-quiet] neither is the cancellation of a paused run', async () => {
  const { client, thread } = await startActing(service);
  const { id } = await converse(client, thread, '/call ask_user {"question":"?"}');
  expect((await client.post(`/v1/loom/runs/${id}/cancel`)).status).toBe(202);
  await untilTaken();
  await expectQuiet();
});

it('[invariant.sweep-is-quiet] runs that wait for their turn on a thread are called by nobody, and look for themselves once', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const first = await post(client, thread, '/sleep 600000');
  const waiting = [await post(client, thread, 'Hello'), await post(client, thread, 'Hello')];
  await untilTaken();
  const historyOf = async (run: string) =>
    (await service.temporal.workflow.getHandle(runWorkflowId(run)).fetchHistory()).events ?? [];
  for (const run of waiting) await untilLooked(service.temporal, run);
  await expectQuiet();
  for (const run of waiting) {
    const events = await historyOf(run);
    expect(events.filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes)).toEqual([]);
    expect(
      events.filter(({ activityTaskScheduledEventAttributes }) => activityTaskScheduledEventAttributes),
    ).toHaveLength(1);
  }
  await client.post(`/v1/loom/runs/${first}/cancel`);
  for (const run of waiting) expect(await settled(client, run)).toMatchObject({ state: 'closed' });
  await untilTaken();
  await expectQuiet();
});
