import { assert, constantFrom, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { splitText } from '#adapters/voice/split-text.ts';

it.each([
  ['short', 10, ['short']],
  ['One two. Three four. Five', 14, ['One two.', 'Three four.', 'Five']],
  ['no sentence in here', 12, ['no sentence', 'in here']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['abc👋def', 4, ['abc', '👋de', 'f']],
  ['', 4, []],
])('%j in parts of %i', (text, longest, parts) => {
  expect(splitText(text, longest)).toEqual(parts);
});

it('no part is too long, and nothing but spaces is lost', () => {
  assert(
    property(string({ unit: constantFrom('a', ' ', '. ', '\n', '👋', '。'), maxLength: 200 }), (text) => {
      const parts = splitText(text, 20);
      expect(parts.every((part) => part.length <= 20 && part.isWellFormed())).toBe(true);
      expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});
