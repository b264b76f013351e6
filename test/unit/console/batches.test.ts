import { expect, it, vi } from 'vitest';
import { inBatches, oneAtATime } from '#console/conversation/batches.ts';

it('[console.catch-up] what arrives in one moment is handed over together, and nothing after the end', () => {
  vi.useFakeTimers();
  try {
    const stopping = new AbortController();
    const batches: number[][] = [];
    const receive = inBatches<number>((items) => batches.push(items), stopping.signal);
    for (let index = 0; index < 10_000; index += 1) receive([index]);
    vi.runAllTimers();
    expect(batches.map(({ length }) => length)).toEqual([10_000]);
    receive([1]);
    vi.runAllTimers();
    receive([2]);
    stopping.abort();
    vi.runAllTimers();
    expect(batches.slice(1)).toEqual([[1]]);
  } finally {
    vi.useRealTimers();
  }
});

it('[console.catch-up] work that is asked for while it runs, runs once more, however often it was asked for', async () => {
  const ends: (() => void)[] = [];
  const work = oneAtATime(async () => await new Promise<void>((resolve) => ends.push(resolve)));
  const first = work();
  const others = [work(), work(), work()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  ends[1]?.();
  await Promise.all(others);
  expect(ends).toHaveLength(2);
  const later = work();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await later;
});
