import { expect, it } from 'vitest';
import { PublishQueue, type SendOutcome } from '#adapters/realtime/publish-queue.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';

/** A queue whose sending ends as scripted, with its sent and lost events. */
function queueOf({
  outcomes = [],
  limit = 100,
}: { outcomes?: (SendOutcome | Promise<SendOutcome>)[]; limit?: number } = {}) {
  const sent: string[][] = [];
  const lost: number[] = [];
  const queue = new PublishQueue<string>({
    send: async (batch) => {
      sent.push(batch);
      return await (outcomes.shift() ?? 'sent');
    },
    batchSize: 3,
    limit,
    perishable: (item) => item.startsWith('delta'),
    onLost: (count) => lost.push(count),
    firstRetryMs: 1,
  });
  return { queue, sent, lost };
}

it('what is added goes out in its order, in batches', async () => {
  const { queue, sent, lost } = queueOf();
  for (const item of ['a', 'b', 'c', 'd']) queue.add(item);
  await queue.close();
  expect([sent, lost]).toEqual([[['a', 'b', 'c'], ['d']], []]);
});

it('a batch that failed is sent again before what came after it, without what has perished', async () => {
  const { queue, sent } = queueOf({ outcomes: ['failed', 'failed'] });
  for (const item of ['a', 'delta 1', 'b', 'c', 'delta 2']) queue.add(item);
  await waitUntil(() => sent.length === 3, { timeoutMs: 30_000, what: 'it is sent' });
  expect(sent).toEqual([
    ['a', 'delta 1', 'b'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

it('a batch that was refused is given up, and told of', async () => {
  const { queue, sent, lost } = queueOf({ outcomes: ['refused'] });
  for (const item of ['a', 'b', 'c', 'd']) queue.add(item);
  await queue.close();
  expect([sent.at(-1), lost]).toEqual([['d'], [3]]);
});

it('while nothing goes out, the oldest are given up for the newest', async () => {
  const answered = Promise.withResolvers<SendOutcome>();
  const { queue, sent, lost } = queueOf({ outcomes: [answered.promise], limit: 3 });
  queue.add('a');
  await Promise.resolve();
  for (const item of ['b', 'c', 'd', 'e', 'f']) queue.add(item);
  answered.resolve('sent');
  await queue.close();
  expect([sent, lost]).toEqual([[['a'], ['d', 'e', 'f']], [2]]);
});

it('closing tries nothing again', async () => {
  const { queue, sent, lost } = queueOf({ outcomes: ['failed', 'failed', 'failed', 'failed'] });
  for (const item of ['a', 'b']) queue.add(item);
  await queue.close();
  expect(sent.length).toBeLessThanOrEqual(2);
  expect(lost).toEqual([2]);
});
