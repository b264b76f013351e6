import { expect, it } from 'vitest';
import { countInvalidTurn, tooManyInvalidTurns } from '#engine/rules/invalid-turns.ts';

it.each([
  [undefined, 1, { count: 1, turn: 1 }],
  [{ count: 1, turn: 1 }, 2, { count: 2, turn: 2 }],
  [{ count: 2, turn: 2 }, 2, { count: 2, turn: 2 }],
  [{ count: 3, turn: 3 }, 5, { count: 1, turn: 5 }],
])('[run.end.invalid-args] after %j an invalid turn %i counts %j', (before, turn, after) => {
  expect(countInvalidTurn(before, turn)).toEqual(after);
});

it('[run.end.invalid-args] three turns in a row may be invalid, the fourth may not', () => {
  expect(tooManyInvalidTurns(undefined)).toBe(false);
  expect(tooManyInvalidTurns({ count: 3, turn: 3 })).toBe(false);
  expect(tooManyInvalidTurns({ count: 4, turn: 4 })).toBe(true);
});
