import { expect, it } from 'vitest';
import { turnedDownOf } from '#integrations/calls/check-gated-calls.ts';

it('[gate.rejected-before.read] one read finds what was turned down for all calls of a turn, and a thread on which nothing was costs none', async () => {
  let reads = 0;
  const aggregate = () => {
    reads += 1;
    return { toArray: async () => await Promise.resolve([]) };
  };
  const parts = { db: { tool_calls: { aggregate } } } as unknown as Parameters<typeof turnedDownOf>[0];
  await turnedDownOf(parts, {}, ['a', 'b']);
  await turnedDownOf(parts, { turned_down: 2 }, []);
  expect(reads).toBe(0);
  await turnedDownOf(parts, { turned_down: 2 }, ['a', 'b', 'c']);
  expect(reads).toBe(1);
});
