import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { truncate } from '#contract/text.ts';

it.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['🧵🧵🧵', 3, '🧵🧵🧵'],
  ['🧵🧵🧵🧵', 3, '🧵🧵🧵'],
])('truncates %j to %i characters', (text, length, expected) => {
  expect(truncate(text, length)).toBe(expected);
});

it('what is truncated is a beginning of the text, well formed and no longer than asked', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, length) => {
      const cut = truncate(text, length);
      expect(text.startsWith(cut)).toBe(true);
      expect(Array.from(cut)).toHaveLength(Math.min(length, Array.from(text).length));
      expect(cut.isWellFormed()).toBe(text.isWellFormed());
    }),
  );
});
