import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { listBanks } from '#identify/banks.ts';
import { allTables, loadIdentifyData } from '#identify/load.ts';
import { sortInTurns } from '#identify/sort-in-turns.ts';

/** How often others have their turn while a work goes on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

it('[identify.banks.search.bounded] the index is built in turns, each of which reads few rows', async () => {
  const data = await loadIdentifyData(allTables);
  const rows = [...data.institution.rows()].length;
  // Each row is read twice, a hundred at a time.
  expect(await turnsDuring(() => listBanks(data, { q: 'commerzbank' }, 1))).toBeGreaterThan(rows / 50);
});

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
