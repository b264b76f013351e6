import { expect, it } from 'vitest';
import { fromJsonText } from '#contract/json-text.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { actingPatch } from '../../support/acting.ts';
import { type Acting, confirm, startActing } from '../../support/acting-run.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const rounds = Array.from({ length: 3 }, (_, index) => index);

/** Three runs side by side, each on a thread of its own. */
async function startRuns({ client, agent }: Acting, script: string) {
  return await Promise.all(
    rounds.map(async () => {
      const thread = await startThread(client, agent.id);
      return { thread, run: await post(client, thread, script) };
    }),
  );
}

it('[invariant.persist-then-announce] a decision sent the instant the event tells of the pause is accepted', async () => {
  const patches = [actingPatch('pay', { wired: { gate: 'confirm' } })];
  const acting = await startActing(service, { patches });
  const { client, workspace } = acting;
  const changes = service.db.events.watch<EventDocument>([
    {
      $match: {
        operationType: 'insert',
        'fullDocument.workspace_id': workspace,
        'fullDocument.type': 'write.confirmation_requested',
      },
    },
  ]);
  // The stream is open once it has been asked for the first time.
  expect(await changes.tryNext()).toBeNull();
  const runs = await startRuns(acting, '/call pay {}\n---\n/say ok');
  const answers: Promise<ApiAnswer>[] = [];
  while (answers.length < runs.length) {
    const change = await changes.next();
    if (!('fullDocument' in change)) continue;
    const { run_id = '', data } = change.fullDocument;
    const call = (data === undefined ? {} : fromJsonText(data))['tool_call_id'] as string;
    answers.push(confirm(client, run_id, call, 'reject'));
  }
  await changes.close();
  const statuses = (await Promise.all(answers)).map(({ status, data }) => ({ status, data }));
  expect(statuses).toEqual(
    runs.map(() => ({ status: 202, data: expect.objectContaining({ state: 'running' }) })),
  );
  for (const { run } of runs) {
    expect(await settled(client, run)).toMatchObject({ state: 'closed', message: { content: 'ok' } });
  }
});
