import { expect, it } from 'vitest';
import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';

it('[limit.loop.one-piece] of many long works, one piece is done in each round of the event loop', async () => {
  let round = 0;
  let isOver = false;
  const count = () => {
    round += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const rounds: number[] = [];
  const work = async () => {
    for (let piece = 0; piece < 20; piece += 1) {
      await yieldToOthers();
      rounds.push(round);
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
  isOver = true;
  expect(rounds).toHaveLength(1000);
  expect(new Set(rounds).size).toBe(1000);
});

it('[limit.loop.one-piece] those that wait take turns', async () => {
  const pieces: string[] = [];
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await yieldToOthers();
      pieces.push(name);
    }
  };
  await Promise.all([work('a'), work('b')]);
  expect(pieces).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
});
