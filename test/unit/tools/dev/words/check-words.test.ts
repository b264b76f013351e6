import { expect, it } from 'vitest';
import { checkWords } from '#tools/dev/words/check-words.ts';
import { wordRules } from '#tools/dev/words/rules.ts';

const check = (text: string, path = 'store/x.ts') => checkWords(new Map([[path, text]]), wordRules);

it.each([
  ['/** What a limit counts. */', 'What'],
  ['/**\n * Of held calls only.\n */', 'Of'],
  ['// By which it is found.', 'By'],
  ['/** The result. @param end told of it */', 'told'],
  ['// The caller waits,\n// and whoever comes later goes on.', 'whoever'],
  ['const x = 1; // Is read anew.', 'anew'],
])('refuses %j', (text, word) => {
  expect(check(text)).toEqual([expect.stringMatching(`^store/x.ts:1: a comment says "${word}"\\. Write `)]);
});

it.each([
  '/** The amounts that a limit counts. Whatever it counts is shown. */',
  '// It goes on to the next page.',
  "const text = 'What was told anew';",
  '/** The subject, by name. */',
])('allows %j', (text) => {
  expect(check(text)).toEqual([]);
});

it('allows a word where it is the right one', () => {
  const text = '/** The words that the recognizer heard. */';
  expect(check(text, 'adapters/voice/local.ts')).toEqual([]);
  expect(check(text)).toHaveLength(1);
});

it('names the line of a comment', () => {
  expect(check('const a = 1;\n\n  // Who acts.\nconst b = 2;')).toEqual([
    expect.stringMatching(/^store\/x\.ts:3: /),
  ]);
});
