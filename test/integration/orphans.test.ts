import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { closedWorkflow } from '../support/closed-workflow.ts';
import { converse, post, settled, startThread } from '../support/conversation.ts';
import { publishActing } from '../support/acting.ts';
import { startService, type TestService } from '../support/service.ts';
import { makeOverdue } from '../support/sweeping.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.stop());

/** A sweep, as if so much time had gone by that everything owed is overdue. */
const sweepAll = async () => {
  await makeOverdue(service.db);
  return await service.temporal.workflow.execute('sweep', {
    taskQueue: service.taskQueue,
    workflowId: `sweep-${randomUUID()}`,
  });
};

it('a run whose workflow an operator cancels is cancelled, and its thread free', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const run = await post(client, thread, '/sleep 600000');
  await service.temporal.workflow.getHandle(runWorkflowId(run)).cancel();
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('a run whose workflow was terminated ends when somebody asks for it, and keeps no other from being swept', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const run = await post(client, thread, '/sleep 600000');
  await service.temporal.workflow.getHandle(runWorkflowId(run)).terminate();
  expect((await client.post(`/v1/loom/runs/${run}/cancel`)).status).toBe(202);
  expect(await sweepAll()).toMatchObject({ failed: 0 });
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('a run that was cancelled while it was paused is not swept for ever', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, []);
  const { id } = await converse(
    client,
    await startThread(client, agent.id),
    '/call ask_user {"question":"?"}',
  );
  await client.post(`/v1/loom/runs/${id}/cancel`);
  await closedWorkflow(service.temporal, id);
  await sweepAll();
  // An entry that Temporal has taken is removed a second later.
  await expect.poll(async () => await service.db.runs.countDocuments({ outbox: { $exists: true } })).toBe(0);
});
