import { expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { post, settled, startThread } from '#client/conversation.ts';
import { sharedService } from '../support/service.ts';

const service = sharedService();

it('no stack traces are taken of a workflow that waits', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), '/sleep 600000');
  const workflow = service.temporal.workflow.getHandle(runWorkflowId(run));
  expect(await workflow.query('__stack_trace')).toBe('');
  await client.post(`/v1/loom/runs/${run}/cancel`);
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
});
