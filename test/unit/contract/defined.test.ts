import { expect, expectTypeOf, it } from 'vitest';
import { defined } from '#contract/defined.ts';

it('leaves out what is undefined, and keeps null, false and nothing else', () => {
  expect(Object.keys(defined({ a: 1, b: undefined, c: null, d: false }))).toEqual(['a', 'c', 'd']);
});

it('makes optional what may be undefined, and that alone', () => {
  const of = (b: string | undefined) => defined({ a: 1, b });
  const given = of('b');
  expectTypeOf(given).toExtend<{ a: number; b?: string }>();
  expectTypeOf<typeof given>().not.toExtend<{ b: string }>();
  expect(given).toEqual({ a: 1, b: 'b' });
});
