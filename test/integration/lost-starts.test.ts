import { afterAll, beforeAll, expect, it } from 'vitest';
import { messagesOf, post, settled, startThread } from '../support/conversation.ts';
import { quietWorkflows } from '../support/quiet-workflows.ts';
import { startService, type TestService } from '../support/service.ts';
import { makeOverdue } from '../support/sweeping.ts';

let service: TestService;
const started: string[] = [];
beforeAll(async () => {
  service = await startService({
    // As if the API had died, or Temporal had been away, between the write and the start.
    workflows: {
      ...quietWorkflows,
      start: async ({ run_id }) => {
        started.push(run_id);
        return await Promise.reject(new Error('Temporal does not answer'));
      },
    },
  });
});
afterAll(async () => await service.stop());

const sweep = async () =>
  await service.temporal.workflow.execute('sweep', {
    taskQueue: service.taskQueue,
    workflowId: `sweep-${service.taskQueue}-${Math.random()}`,
  });

/** As if so much time had gone by. */
const overdue = async () => await makeOverdue(service.db);

it('[invariant.unstarted-run-is-swept] a message whose workflow was not started is answered once, by the sweep', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const postedAt = Date.now();
  const run = await post(client, thread, 'Hello');
  expect(started).toContain(run);
  const stored = await service.db.runs.findOne({ _id: run });
  expect(Number(stored?.outbox?.due_at)).toBeGreaterThan(postedAt);
  // Not due yet: the API may still be about to start it. On a slow machine it would be due by now.
  const inAnHour = new Date(Date.now() + 3_600_000);
  await service.db.runs.updateOne({ _id: run }, { $set: { 'outbox.due_at': inAnHour } });
  expect(await sweep()).toMatchObject({ runs: 0 });
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 1, failed: 0 });
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    message: { content: 'You said: Hello' },
  });
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 0 });
  expect((await messagesOf(client, thread)).map(({ content }) => content)).toEqual([
    'Hello',
    'You said: Hello',
  ]);
});

it('[invariant.unstarted-run-is-swept] a run whose workflow is at work is not started twice', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const run = await post(client, thread, '/sleep 1500\n/say Hello');
  await overdue();
  await sweep();
  await overdue();
  await sweep();
  await settled(client, run);
  expect((await messagesOf(client, thread)).filter(({ role }) => role === 'assistant')).toHaveLength(1);
});

it('[invariant.unstarted-run-is-swept] a run whose start was lost is started, not ended, though it is also to be let in', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const first = await post(client, thread, 'First');
  const second = await post(client, thread, 'Second');
  const due = { $set: { 'outbox.due_at': new Date(0) } };
  await service.db.runs.updateOne({ _id: first }, due);
  await sweep();
  await settled(client, first);
  // The first has left, and the second is next: both entries are overdue, as after an outage of Temporal.
  expect(await service.db.threads.updateOne({ _id: thread, 'outbox.run_id': second }, due)).toMatchObject({
    matchedCount: 1,
  });
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 2, failed: 0 });
  expect(await settled(client, second)).toMatchObject({
    state: 'closed',
    message: { content: 'You said: Second' },
  });
});
