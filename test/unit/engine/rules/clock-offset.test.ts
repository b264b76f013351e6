import { expect, it } from 'vitest';
import { certainOffset, clockState, readClock } from '#engine/rules/clock-offset.ts';

it('[operations.clocks] a clock is read as it was halfway between question and answer', () => {
  expect(readClock(new Date(5000), { asked: 100, answered: 300 })).toEqual({
    time: 5000,
    uncertainty: 100,
    at: 200,
  });
});

it.each([
  { processTime: 5000, uncertainty: 0, offset: 0 },
  { processTime: 5090, uncertainty: 100, offset: 0 },
  { processTime: 4910, uncertainty: 100, offset: 0 },
  { processTime: 8100, uncertainty: 100, offset: 3000 },
  { processTime: 1900, uncertainty: 100, offset: -3000 },
])('[operations.clocks] only what no round trip explains counts as apart: $offset ms', (case_) => {
  const { processTime, uncertainty, offset } = case_;
  expect(Math.abs(certainOffset(processTime, { time: 5000, uncertainty }))).toBe(Math.abs(offset));
  expect(Math.sign(certainOffset(processTime, { time: 5000, uncertainty })) + 0).toBe(Math.sign(offset));
});

it.each([
  [2000, 'right'],
  [2001, 'apart'],
  [10_000, 'apart'],
  [10_001, 'refused'],
] as const)('[operations.clocks] a clock that is %i ms ahead or behind is %s', (offset, state) => {
  expect([clockState(offset), clockState(-offset)]).toEqual([state, state]);
});
