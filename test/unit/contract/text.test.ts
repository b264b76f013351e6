import { expect, it } from 'vitest';
import { z } from 'zod';
import { text } from '#contract/text.ts';

const codes = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ code, message }) => [code, message]);

it.each([
  ['', 'too_small'],
  ['ab', undefined],
  ['abc', undefined],
  ['abcd', 'too_big'],
  ['x'.repeat(1_000_000), 'too_big'],
  ['😀', 'too_small'],
  ['😀😀', undefined],
  ['😀😀😀', undefined],
  ['😀😀😀😀', 'too_big'],
])('characters are counted, not the units that they take: %s', (value, code) => {
  const faults = codes(text({ min: 2, max: 3 }), value);
  expect(faults?.map(([found]) => found)).toEqual(code === undefined ? undefined : [code]);
});

it('says what zod says of strings', () => {
  for (const value of ['', 'abcd', 5]) {
    expect(codes(text({ min: 1, max: 3 }), value)).toEqual(codes(z.string().min(1).max(3), value));
  }
});

it('blanks around it count only where they are kept', () => {
  expect(text({ min: 1, max: 3, trimmed: true }).parse(' abc\n')).toBe('abc');
  expect(codes(text({ min: 1, max: 3, trimmed: true }), ' \n')?.[0]?.[0]).toBe('too_small');
  expect(text({ max: 3 }).parse(' a ')).toBe(' a ');
});

it('[body.hostile] NUL is refused, with a code of its own, unless the text is kept as JSON', () => {
  const parsed = text({ max: 3 }).safeParse('a\0');
  expect(parsed.error?.issues).toMatchObject([
    { message: 'must not contain the NUL character', params: { code: 'invalid_text' } },
  ]);
  expect(text({ max: 3, nul: true }).parse('a\0')).toBe('a\0');
});
