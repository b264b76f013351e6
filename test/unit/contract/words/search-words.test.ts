import { expect, it } from 'vitest';
import { searchWords } from '#contract/words/search-words.ts';

it('[run.list.text] words are found whatever their case, accents and marks around them', () => {
  expect(searchWords('Überweise 12,50 € an ＢＯ Lindqvist – Überweise!')).toEqual([
    'uberweise',
    '12',
    '50',
    'an',
    'bo',
    'lindqvist',
  ]);
  expect(searchWords('转账到 Bo')).toEqual(['转', '账', '到', 'bo']);
  expect(searchWords('.* $ne {} \u202E')).toEqual(['ne']);
  expect(searchWords('–')).toEqual([]);
});

it('[run.list.text] a text has at most 32 words of 32 characters, of its first thousand', () => {
  const long = searchWords(Array.from({ length: 5000 }, (_, index) => `w${index}`).join(' '));
  expect(long).toHaveLength(32);
  expect(long.at(-1)).toBe('w31');
  expect(searchWords('😀a'.repeat(100))).toEqual(['a']);
  expect(searchWords('x'.repeat(32_000))).toEqual(['x'.repeat(32)]);
  expect(searchWords(`${' '.repeat(1000)}late`)).toEqual([]);
});
