import { expect, it, vi } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { converse, publishScripted, startThread } from '#client/conversation.ts';
import { patience } from '../support/patience.ts';
import { subscribe } from '../support/pusher-client.ts';
import { startPusherServer } from '../support/pusher-server.ts';
import { startProcessStack } from '../support/process-stack.ts';
import { perFile } from '../support/per-file.ts';

vi.setConfig(patience);

const provider = perFile(startPusherServer);
const stack = perFile(() =>
  startProcessStack('realtime', {
    PUSHER_APP_ID: provider.app.appId,
    PUSHER_KEY: provider.app.key,
    PUSHER_SECRET: provider.app.secret,
    PUSHER_HOST: '127.0.0.1',
    PUSHER_PORT: String(provider.port),
    PUSHER_USE_TLS: 'false',
  }),
);
it('[realtime.publish] what the API and the worker store reaches a browser through the provider', async () => {
  const { client, apiKey } = await stack.workspace();
  const thread = await startThread(client, (await publishScripted(client)).id);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Service-Subject': 'ada' };
  const browser = await subscribe(provider, { baseUrl: stack.apiUrl, headers, threadId: thread });
  await converse(client, thread, '/say one\n/say two');
  const log = await stack.db.events.find({ thread_id: thread }).sort({ thread_seq: 1 }).toArray();
  const published = () => browser.events.filter(({ name }) => name !== 'message.delta');
  // What was published in doubt is published again.
  const publishedIds = () => new Set(published().map(({ event }) => event.id));
  const hasDelta = () => browser.events.some(({ name }) => name === 'message.delta');
  await waitUntil(() => publishedIds().size >= log.length && hasDelta(), {
    timeoutMs: 120_000,
    what: 'all is published',
  });
  browser.stop();
  expect(publishedIds()).toEqual(new Set(log.map(({ _id }) => _id)));
  expect(provider.refused).toEqual([]);
});
