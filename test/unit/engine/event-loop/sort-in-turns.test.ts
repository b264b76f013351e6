import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInTurns } from '#engine/event-loop/sort-in-turns.ts';
import { turnsDuring } from '#test/support/turns-during.ts';

it('[identify.banks.search.bounded] texts that begin alike are sorted in turns as well', async () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `imported bank ${(at * 7919) % 20_011}`);
  let sorted: string[] = [];
  const turns = await turnsDuring(async () => (sorted = await sortInTurns(texts)));
  expect(sorted).toEqual(texts.toSorted());
  expect(turns).toBeGreaterThan(30);
});

it('[identify.banks.search.bounded] texts are sorted as toSorted does', async () => {
  const text = fc.stringMatching(/^[ab~]{0,3}$/);
  const many = fc.integer({ min: 0, max: 3 }).chain((times) => fc.tuple(fc.constant(times), fc.array(text)));
  await fc.assert(
    fc.asyncProperty(many, async ([times, few]) => {
      const texts = Array.from({ length: times * 700 }, () => few).flat();
      expect(await sortInTurns(texts)).toEqual(texts.toSorted());
    }),
    { numRuns: 20 },
  );
});
