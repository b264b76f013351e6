import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bugs } from './planted/bugs.ts';
import { tellStory } from './shrink.ts';
import { simulate } from './simulate.ts';

/** For how long sequences are run, and how many at least and at most. */
const budgetMs = 10_000;
const [fewest, most] = [1000, 20_000];
const shrinkMs = 60_000;

it(
  '[invariant.every-order] keeps every rule of a run in whatever order things happen, and ends every run in the end',
  { timeout: 600_000 },
  async () => {
    const endsAt = performance.now() + budgetMs;
    const isOver = () => done >= most || (done >= fewest && performance.now() > endsAt);
    let broken: number | undefined;
    let done = 0;
    // The same ones each time, so that what breaks a rule is what was changed. `npm run simulate` looks for new ones.
    while (broken === undefined && !isOver()) {
      done += 1;
      const { violation } = await simulate(done);
      if (violation !== undefined) broken = done;
    }
    expect(broken && (await tellStory(broken, shrinkMs))).toBeUndefined();
    expect(done).toBeGreaterThanOrEqual(fewest);
  },
);

it('repeats a sequence from its seed', async () => {
  let told = 0;
  for (const seed of [1, 2, 3, 4, 5]) {
    const [one, other] = [
      await simulate(seed, undefined, { tells: true }),
      await simulate(seed, undefined, { tells: true }),
    ];
    expect(other.story).toEqual(one.story);
    told += one.story.length;
  }
  expect(told).toBeGreaterThan(250);
});

it('knows where each planted bug belongs', () => {
  for (const { file, find, name } of bugs) {
    const source = readFileSync(file, 'utf8');
    expect({ name, places: source.split(find).length - 1 }).toEqual({ name, places: 1 });
  }
});
