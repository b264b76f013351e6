import { expect, it } from 'vitest';
import { Random } from '#tools/chaos/random.ts';

const draw = (random: Random) => Array.from({ length: 20 }, () => random.int(0, 1_000_000));

it('draws the same numbers for the same seed, and others for another', () => {
  expect(draw(new Random(7))).toEqual(draw(new Random(7)));
  expect(draw(new Random(7))).not.toEqual(draw(new Random(8)));
});

it('has forks that depend on their name alone, not on what was drawn before', () => {
  const used = new Random(7);
  draw(used);
  expect(draw(used.fork('load'))).toEqual(draw(new Random(7).fork('load')));
  expect(draw(used.fork('load'))).not.toEqual(draw(used.fork('faults')));
});

it('draws from the whole of a range, its ends included, and by weight', () => {
  const random = new Random(1);
  const drawn = new Set(Array.from({ length: 500 }, () => random.int(1, 3)));
  expect(drawn).toEqual(new Set([1, 2, 3]));
  const picked = Array.from({ length: 1000 }, () =>
    random.weighted([
      { name: 'often', weight: 9 },
      { name: 'seldom', weight: 1 },
      { name: 'never', weight: 0 },
    ]),
  );
  const count = (wanted: string) => picked.filter(({ name }) => name === wanted).length;
  expect(count('often')).toBeGreaterThan(850);
  expect(count('seldom')).toBeGreaterThan(50);
  expect(count('never')).toBe(0);
  expect(() => random.pick([])).toThrow(RangeError);
});
