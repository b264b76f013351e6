import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { ConcurrencyLimiter } from '#api/http/limits/concurrency-limiter.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { publishActing } from '../../support/acting.ts';
import { post, startThread } from '#clients/raw/conversation.ts';
import { followThread } from '../../support/event-source.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const one = { subject: 1, workspace: 2, address: 3 };
const within = { timeoutMs: 60_000, everyMs: 20 };
let pings = 0;
/** Resolves when as many requests as a test expects have come. */
let allHere = Promise.resolve();
const service = perFile(() =>
  startService({
    worker: false,
    services: {
      streamLimiter: new ConcurrencyLimiter('streams of events', one),
      waitLimiter: new ConcurrencyLimiter('requests that wait', one),
      pingTemporal: async () => {
        pings += 1;
        await allHere;
      },
    },
  }),
);
async function threadOf(subject: string) {
  const { client, apiKey } = await service.workspace({ subject });
  const agent = await publishActing(client, undefined, []);
  return { client, apiKey, threadId: await startThread(client, agent.id) };
}

it('[rate-limit.held-open] a stream too many of a subject is refused until one ends', async () => {
  const { client, apiKey, threadId } = await threadOf('ada');
  const follow = async () =>
    await followThread({ baseUrl: service.baseUrl, apiKey, subject: 'ada', threadId });
  const first = await follow();
  const refused = await client.get(`/v1/loom/threads/${threadId}/events`);
  expect(verdict(refused)).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  first.close();
  let next = await follow();
  await waitUntil(async () => next.status === 200 || (next = await follow()).status === 200, {
    ...within,
    what: 'there is room',
  });
  next.close();
});

it('[rate-limit.held-open] a wait too many of a subject is refused, and requests that do not wait are not', async () => {
  const { client, apiKey, threadId } = await threadOf('ada');
  const path = `/v1/loom/runs/${await post(client, threadId, 'Hello')}`;
  const leaving = new AbortController();
  const wait = async () =>
    await fetch(`${service.baseUrl}${path}?wait=30`, {
      headers: { authorization: `Bearer ${apiKey}`, 'service-subject': 'ada' },
      signal: leaving.signal,
    });
  const waits = [wait(), wait()];
  const refused = await Promise.race(waits);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
  expect((await client.get(path)).status).toBe(200);
  leaving.abort();
  await Promise.allSettled(waits);
  const again = async () => (await client.get(`${path}?wait=1`)).status === 200;
  await waitUntil(again, { ...within, what: 'there is room' });
});

it('[rate-limit.pages] requests for /readyz that come at once ask MongoDB and Temporal once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  allHere = promise;
  let come = 0;
  // Called for every request of this process, before its handlers.
  const count = (message: unknown) => {
    come += (message as { request: IncomingMessage }).request.url === '/readyz' ? 1 : 0;
    if (come === 50) setImmediate(resolve);
  };
  subscribe('http.server.request.start', count);
  onTestFinished(() => void unsubscribe('http.server.request.start', count));
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => await fetch(`${service.baseUrl}/readyz`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(pings).toBe(1);
});
