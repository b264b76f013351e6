import { EventSource } from 'eventsource';
import { expect, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { Event } from '#contract/event.ts';
import { threadEventTypes } from '../../support/every-event.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { perFile } from '../../support/per-file.ts';
import { startProxy } from '../../support/proxy.ts';
import { directClient, registerSigner, signToken } from '../../support/session-tokens.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const proxy = perFile(
  async () => await startProxy({ host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) }),
  async (started) => await started.cut(),
);

it('[event.stream] [event.stream.resume] a stock EventSource with a session token goes on by itself when its connection breaks', async () => {
  const { client } = await service.workspace();
  const agent = await publishScripted(client);
  const signer = await registerSigner(client);
  const ada = await directClient(client, signer);
  const thread = await startThread(ada, agent.id);
  const authorization = `Bearer ${await signToken(signer)}`;
  const source = new EventSource(`http://127.0.0.1:${proxy.port}/v1/loom/threads/${thread}/events`, {
    fetch: async (url, init) => await fetch(url, { ...init, headers: { ...init.headers, authorization } }),
  });
  const seen: Event[] = [];
  for (const type of threadEventTypes) {
    source.addEventListener(type, ({ data }) => seen.push(JSON.parse(data as string) as Event));
  }
  // An event without a type is not one of the service.
  const untyped: unknown[] = [];
  source.addEventListener('message', ({ data }) => untyped.push(data));
  let opened = 0;
  source.addEventListener('open', () => (opened += 1));
  const soon = { timeoutMs: 60_000 };
  for (let count = 1; count <= 3; count += 1) {
    await waitUntil(() => opened === count, { ...soon, what: 'the stream is open' });
    await converse(ada, thread, 'Hello');
    const ends = () => seen.filter(({ type }) => type === 'run.completed').length;
    await waitUntil(() => ends() === 2 * count - 1, { ...soon, what: 'the run has ended' });
    await proxy.cut();
    await converse(ada, thread, 'Meanwhile');
    await proxy.restore();
    await waitUntil(() => ends() === 2 * count, { ...soon, what: 'what was missed has come' });
  }
  source.close();
  expect(untyped).toEqual([]);
  const log = await service.db.events.find({ thread_id: thread }).sort({ thread_seq: 1 }).toArray();
  expect(seen.filter(({ seq }) => seq !== null).map(({ id }) => id)).toEqual(log.map(({ _id }) => _id));
});
