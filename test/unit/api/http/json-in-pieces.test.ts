import { expect, it } from 'vitest';
import { isLarge, jsonInPieces } from '#api/http/routing/json-in-pieces.ts';

const deep = (depth: number): unknown =>
  depth === 0 ? { a: [1, 'ä', null], b: {} } : { in: [deep(depth - 1)] };

it.each([
  [{}],
  [{ data: [] }],
  [{ a: undefined, b: 1, c: { d: undefined } }],
  [{ list: [undefined, null, 0, -0, true, '"\\\n\u2028𝕏'], '"name"': deep(9) }],
  [{ data: Array.from({ length: 300 }, (_, at) => ({ at, text: '😀'.repeat(999), deep: deep(at % 12) })) }],
])('[pagination.large-answers] %# is written in pieces as it is at once', async (value) => {
  expect((await jsonInPieces(value)).toString()).toBe(JSON.stringify(value));
});

it('[pagination.large-answers] others get their turn while a large answer is serialized', async () => {
  const value = { data: Array.from({ length: 50 }, () => ({ text: 'x'.repeat(40_000) })) };
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 10_000) setImmediate(count);
  };
  setImmediate(count);
  await jsonInPieces(value);
  expect(turns).toBeGreaterThan(20);
  turns = 10_000;
});

it('[pagination.large-answers] what is large shows in its texts and its parts', () => {
  expect(isLarge({ data: 'x'.repeat(60_000) })).toBe(false);
  expect(isLarge({ data: ['x'.repeat(40_000), 'x'.repeat(40_000)] })).toBe(true);
  expect(isLarge({ data: Array.from({ length: 70_000 }, () => 0) })).toBe(true);
});
