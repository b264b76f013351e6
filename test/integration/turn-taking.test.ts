import { expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { messagesOf, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { directedModels } from '../support/directed-models.ts';
import { untilLooked } from '../support/looked-run.ts';
import { startService } from '../support/service.ts';
import { perFile } from '../support/per-file.ts';

const models = directedModels();
const service = perFile(() => startService({ models }));

it('[run.order.one-at-a-time] runs of one thread work one after the other, in the order of their messages', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const contents = ['/sleep 300\n/say 1', '/say 2', '/sleep 100\n/say 3', '/say 4', '/say 5'];
  const runs: string[] = [];
  for (const content of contents) runs.push(await post(client, thread, content));
  const ends = await Promise.all(runs.map((run) => settled(client, run)));
  expect(ends.map(({ state }) => state)).toEqual(runs.map(() => 'closed'));
  const messages = await messagesOf(client, thread);
  expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const replies = messages.filter(({ role }) => role === 'assistant');
  expect(replies.map(({ content, run_id }) => [content, run_id])).toEqual(
    runs.map((run, index) => [String(index + 1), run]),
  );
});

it('[run.order.one-at-a-time] a waiting run is signalled when the thread lock is free, and does not look again and again', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await publishScripted(client, { model_class: 'fast' });
  const thread = await startThread(client, id);
  const first = await post(client, thread, 'Hello');
  const turn = await models.turn();
  const second = await post(client, thread, 'Hello again');
  // However slow the machine is, the first has the lock until the second waits for it.
  await untilLooked(service.temporal, second);
  turn.end();
  await settled(client, first);
  (await models.turn()).end();
  await settled(client, second);
  const history = await service.temporal.workflow.getHandle(runWorkflowId(second)).fetchHistory();
  const events = history.events ?? [];
  expect(events.filter((event) => event.activityTaskScheduledEventAttributes).length).toBe(2);
  expect(events.filter((event) => event.workflowExecutionSignaledEventAttributes).length).toBe(1);
});

it('[invariant.no-instance-state] a message posted to one API is waited for at another', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const other = await service.secondApi();
  const elsewhere = client.at(other.baseUrl);
  const run = await post(client, await startThread(client), '/sleep 200\n/say Hello');
  expect(await settled(elsewhere, run)).toMatchObject({ state: 'closed', message: { content: 'Hello' } });
});
