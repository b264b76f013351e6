import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { post, startThread } from '../support/conversation.ts';
import { followThread } from '../support/event-source.ts';
import { patience } from '../support/patience.ts';
import { type ProcessStack, startProcessStack } from '../support/process-stack.ts';
import { createEndpoint, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

vi.setConfig(patience);

let stack: ProcessStack;
let receiver: WebhookReceiver;
beforeAll(async () => {
  stack = await startProcessStack('changes');
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  await stack?.stop();
});

/** Cursors that are open on the server. Between two requests these are the change streams. */
async function openCursors(): Promise<number> {
  const { metrics } = await stack.db.client.db('admin').command({ serverStatus: 1 });
  return metrics.cursor.open.total;
}

it('an API process and a worker have one change stream each, whatever they follow', async () => {
  const { client, apiKey } = await stack.workspace();
  await createEndpoint(client, receiver.url);
  const thread = await startThread(client);
  const stream = await followThread({ baseUrl: stack.apiUrl, apiKey, subject: 'ada', threadId: thread });
  await post(client, thread, '/say Hello\n/sleep 300\n/say you');
  // By now both have sent to the endpoint, and the worker knows who watches.
  await receiver.received('run.started');
  await receiver.received('run.completed');
  await stream.until(({ type }) => type === 'run.completed');
  await waitUntil(async () => (await openCursors()) === 2, { timeoutMs: 10_000, what: 'two are open' });
  expect(stream.events.map(({ type }) => type)).toContain('message.delta');
});
