import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { post, publishScripted, startThread } from '#client/conversation.ts';
import { followThread } from '../support/event-source.ts';
import { modelEnvironment } from '../support/extract.ts';
import { anthropicFrames } from '#dev/stand-ins/model-servers/anthropic.ts';
import {
  type ModelServer,
  startModelServer,
  streamOnDemand,
} from '#dev/stand-ins/model-servers/model-server.ts';
import { patience } from '../support/patience.ts';
import { type ProcessStack, startProcessStack } from '../support/process-stack.ts';
import { createEndpoint, startReceiver } from '../support/webhook-receiver.ts';
import { perFile } from '../support/per-file.ts';

vi.setConfig(patience);

let stack: ProcessStack;
let models: ModelServer;
const receiver = perFile(startReceiver);
beforeAll(async () => {
  models = await startModelServer();
  stack = await startProcessStack('changes', modelEnvironment(models.url));
});

afterAll(async () => {
  await stack?.stop();
  await models?.close();
});

/** Cursors that are open on the server. Between two requests these are the change streams. */
async function openCursors(): Promise<number> {
  const { metrics } = await stack.db.client.db('admin').command({ serverStatus: 1 });
  return metrics.cursor.open.total;
}

it('an API process and a worker have one change stream each, whatever they follow', async () => {
  const { client, apiKey } = await stack.workspace();
  await createEndpoint(client, receiver.url);
  const { id } = await publishScripted(client, { model_class: 'standard' });
  const thread = await startThread(client, id);
  const stream = await followThread({ baseUrl: stack.apiUrl, apiKey, subject: 'ada', threadId: thread });
  const { answer, asked, send, end } = streamOnDemand();
  models.answers(answer);
  await post(client, thread, 'Hello');
  await asked;
  const frames = anthropicFrames({ text: ['Hello', ' you'] });
  const firstWord = frames.findIndex((frame) => frame.includes('Hello')) + 1;
  send(frames.slice(0, firstWord).join(''));
  // The worker knows who watches.
  await stream.until(({ type }) => type === 'message.delta');
  send(frames.slice(firstWord).join(''));
  end();
  // By now both have sent to the endpoint.
  await receiver.received('run.started');
  await receiver.received('run.completed');
  await stream.until(({ type }) => type === 'run.completed');
  await expect.poll(openCursors).toBe(2);
  stream.close();
});
