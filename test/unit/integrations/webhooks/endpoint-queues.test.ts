import { expect, it } from 'vitest';
import { EndpointQueues } from '#integrations/webhooks/endpoint-queues.ts';

const limits = { perEndpoint: 2, perWorkspace: 4, total: 5, backlog: 3, maxQueuedMs: 60_000 };

/** An endpoint, by default of a workspace of its own. */
const to = (endpoint_id: string, workspace_id = endpoint_id) => ({ endpoint_id, workspace_id });

/** Work that continues until released. */
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
  for (const { run } of slow) expect(queues.offer(to('slow'), run)).toBe(true);
  const other = work(seen, 'other');
  queues.offer(to('other'), other.run);
  expect(seen).toEqual(['a began', 'b began', 'other began']);
  slow[1]?.end();
  await settle();
  expect(seen.slice(3)).toEqual(['b ended', 'c began']);
});

it('what does not fit is dropped at once', () => {
  const queues = new EndpointQueues(limits);
  const offers = Array.from({ length: 7 }, (_, index) =>
    queues.offer(to('slow'), work([], String(index)).run),
  );
  expect(offers).toEqual([true, true, true, true, true, false, false]);
});

it('no more is under way than may be in all, and what is taken is done', async () => {
  const queues = new EndpointQueues({ ...limits, total: 2 });
  const seen: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => work(seen, name));
  const offers = works.map(({ run }, index) => queues.offer(to(`endpoint ${index}`), run));
  expect(offers).toEqual([true, true, false]);
  for (const { end } of works) end();
  await queues.drain();
  expect(seen.filter((line) => line.endsWith('ended'))).toEqual(['a ended', 'b ended']);
});

it('what has waited for too long is dropped', async () => {
  const queues = new EndpointQueues({ ...limits, maxQueuedMs: -1 });
  const seen: string[] = [];
  expect(queues.offer(to('one'), work(seen, 'late').run)).toBe(true);
  await settle();
  expect(seen).toEqual([]);
});

it('draining drops what waits and what comes, and waits for what is under way', async () => {
  const queues = new EndpointQueues(limits);
  const seen: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => work(seen, name));
  for (const { run } of works) queues.offer(to('one'), run);
  const drained = queues.drain().then(() => seen.push('drained'));
  expect(queues.offer(to('two'), work(seen, 'd').run)).toBe(false);
  for (const { end } of works) end();
  await drained;
  expect(seen).toEqual(['a began', 'b began', 'a ended', 'b ended', 'drained']);
});

it('[webhook.delivery.workspace-share] a thousand endpoints of one workspace that hang leave room for those of another', async () => {
  const queues = new EndpointQueues({ ...limits, perWorkspace: 128, total: 1024 });
  const seen: string[] = [];
  const hanging = Array.from({ length: 1000 }, (_, index) => work(seen, `hanging ${index}`));
  const offers = hanging.map(({ run }, index) => queues.offer(to(`endpoint ${index}`, 'dead'), run));
  expect(offers.filter(Boolean)).toHaveLength(128);
  const other = work(seen, 'other');
  expect(queues.offer(to('endpoint', 'alive'), other.run)).toBe(true);
  expect(seen.at(-1)).toBe('other began');
  hanging[0]?.end();
  await settle();
  const late = work(seen, 'late');
  expect(queues.offer(to('endpoint 1000', 'dead'), late.run)).toBe(true);
  expect(queues.offer(to('endpoint 1001', 'dead'), late.run)).toBe(false);
});

it('what waits for a workspace that has its share begins when its endpoint has ended something', async () => {
  const queues = new EndpointQueues({ ...limits, perWorkspace: 1 });
  const seen: string[] = [];
  const [first, second] = [work(seen, 'first'), work(seen, 'second')];
  expect(queues.offer(to('one', 'workspace'), first.run)).toBe(true);
  expect(queues.offer(to('one', 'workspace'), second.run)).toBe(true);
  expect(queues.offer(to('two', 'workspace'), second.run)).toBe(false);
  first.end();
  await settle();
  expect(seen).toEqual(['first began', 'first ended', 'second began']);
});
