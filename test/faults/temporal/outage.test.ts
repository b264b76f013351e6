import { beforeAll, expect, it } from 'vitest';
import type { AcceptedMessage, Message } from '#contract/message.ts';
import type { Run } from '#contract/run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startProxiedService({ worker: false }));
let client: ApiClient;
let thread: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  thread = await startThread(client);
  await service.temporalProxy.cut();
});

it('[operations.readyz] [operations.healthz] while Temporal is down the process lives and is not ready', async () => {
  const anybody = client.with({ apiKey: '' });
  const ready = await anybody.get('/readyz');
  expect(verdict(ready)).toEqual([503, 'temporarily_unavailable']);
  expect(ready.headers.get('retry-after')).toBe('2');
  expect(verdict(await anybody.get('/healthz'))).toEqual([200]);
});

it('[message.post.accepted] while Temporal is down a message is accepted, stored, and to be started later', async () => {
  const { status, data } = await client.post<AcceptedMessage>(`/v1/loom/threads/${thread}/messages`, {
    content: 'Hello',
  });
  expect([status, data]).toEqual([202, { run_id: expect.any(String), thread_id: thread, state: 'running' }]);
  const messages = await client.get<Message[]>(`/v1/loom/threads/${thread}/messages`);
  expect(messages.data.map(({ run_id, content }) => [run_id, content])).toEqual([[data.run_id, 'Hello']]);
  expect((await client.get<Run>(`/v1/loom/runs/${data.run_id}`)).data.state).toBe('running');
  const stored = await service.db.runs.findOne({ _id: data.run_id });
  expect(stored?.outbox).toEqual({ kind: 'start', version: 1, due_at: expect.any(Date) });
});

it('[operations.readyz] when Temporal is back, the service is ready by itself', async () => {
  await service.temporalProxy.restore();
  await expect.poll(async () => verdict(await client.get('/readyz'))).toEqual([200]);
});
