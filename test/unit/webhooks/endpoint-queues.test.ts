import { expect, it } from 'vitest';
import { EndpointQueues } from '#webhooks/endpoint-queues.ts';

const limits = { perEndpoint: 2, total: 5, backlog: 3, maxQueuedMs: 60_000 };

/** Work that goes on until it is told to end. */
function work(done: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    run: async () => {
      done.push(`${name} began`);
      await promise;
      done.push(`${name} ended`);
    },
    end: resolve,
  };
}

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

it('[webhook.delivery.isolated] one endpoint has so much at once, and what waits for it delays no other', async () => {
  const queues = new EndpointQueues(limits);
  const seen: string[] = [];
  const slow = ['a', 'b', 'c'].map((name) => work(seen, name));
  for (const { run } of slow) expect(queues.offer('slow', run)).toBe(true);
  const other = work(seen, 'other');
  queues.offer('other', other.run);
  expect(seen).toEqual(['a began', 'b began', 'other began']);
  slow[1]?.end();
  await settle();
  expect(seen.slice(3)).toEqual(['b ended', 'c began']);
});

it('what does not fit is dropped at once', () => {
  const queues = new EndpointQueues(limits);
  const offers = Array.from({ length: 7 }, (_, index) => queues.offer('slow', work([], String(index)).run));
  expect(offers).toEqual([true, true, true, true, true, false, false]);
});

it('no more is under way than may be in all, and what is taken is done', async () => {
  const queues = new EndpointQueues({ ...limits, total: 2 });
  const seen: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => work(seen, name));
  const offers = works.map(({ run }, index) => queues.offer(`endpoint ${index}`, run));
  expect(offers).toEqual([true, true, false]);
  for (const { end } of works) end();
  await queues.drain();
  expect(seen.filter((line) => line.endsWith('ended'))).toEqual(['a ended', 'b ended']);
});

it('what has waited for too long is dropped', async () => {
  const queues = new EndpointQueues({ ...limits, maxQueuedMs: -1 });
  const seen: string[] = [];
  expect(queues.offer('one', work(seen, 'late').run)).toBe(true);
  await settle();
  expect(seen).toEqual([]);
});

it('draining drops what waits and what comes, and waits for what is under way', async () => {
  const queues = new EndpointQueues(limits);
  const seen: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => work(seen, name));
  for (const { run } of works) queues.offer('one', run);
  const drained = queues.drain().then(() => seen.push('drained'));
  expect(queues.offer('two', work(seen, 'd').run)).toBe(false);
  for (const { end } of works) end();
  await drained;
  expect(seen).toEqual(['a began', 'b began', 'a ended', 'b ended', 'drained']);
});
