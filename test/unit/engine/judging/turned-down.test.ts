import { expect, it } from 'vitest';
import { turnedDownOf } from '#engine/judging/find-turned-down.ts';

it('[gate.rejected-before.read] one read finds what was turned down for all calls of a turn, and a thread on which nothing was costs none', async () => {
  let reads = 0;
  const findTurnedDown = async () => {
    reads += 1;
    return await Promise.resolve([]);
  };
  const ports = { store: { findTurnedDown } } as unknown as Parameters<typeof turnedDownOf>[0];
  await turnedDownOf(ports, {}, ['a', 'b']);
  await turnedDownOf(ports, { turned_down: 2 }, []);
  expect(reads).toBe(0);
  await turnedDownOf(ports, { turned_down: 2 }, ['a', 'b', 'c']);
  expect(reads).toBe(1);
});
