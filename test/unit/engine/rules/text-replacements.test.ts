import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Replacement, TextReplacements } from '#engine/rules/text-replacements.ts';

it.each<[string, Replacement[], string]>([
  ['', [['a', 'b']], ''],
  ['abc', [], 'abc'],
  ['abcabc', [['b', 'X']], 'aXcaXc'],
  ['aaa', [['aa', 'X']], 'Xa'],
  [
    'abcd',
    [
      ['ab', '1'],
      ['abc', '2'],
    ],
    '2d',
  ],
  [
    'abd',
    [
      ['ab', '1'],
      ['abc', '2'],
    ],
    '1d',
  ],
  [
    'abx',
    [
      ['a', '1'],
      ['ab', '2'],
      ['abcdefghij', '3'],
    ],
    '2x',
  ],
  [
    'abcdefghix',
    [
      ['abc', '1'],
      ['abcdefghij', '2'],
      ['abcdefghi', '3'],
    ],
    '3x',
  ],
  ['$&', [['$&', '$1']], '$1'],
  ['aab', [['ab', 'aab']], 'aaab'],
  [
    'ab',
    [
      ['', 'X'],
      ['b', 'b'],
    ],
    'ab',
  ],
])('in %j, with %j, stands %j', (text, replacements, expected) => {
  expect(new TextReplacements(replacements).replaceIn(text)).toBe(expected);
});

/** The same, place by place and pattern by pattern. */
function replacedPlainly(text: string, replacements: readonly Replacement[]): string {
  const byLength = replacements.toSorted(([one], [other]) => other.length - one.length);
  let result = '';
  for (let at = 0; at < text.length;) {
    const found = byLength.find(([hidden]) => hidden !== '' && text.startsWith(hidden, at));
    result += found === undefined ? text[at] : found[1];
    at += found === undefined ? 1 : found[0].length;
  }
  return result;
}

it('replaces what a plain search would, whatever the patterns have in common', () => {
  const text = (most: number) => fc.string({ unit: fc.constantFrom('a', 'b', '{'), maxLength: most });
  fc.assert(
    fc.property(text(60), fc.uniqueArray(text(12), { maxLength: 20 }), (searched, hidden) => {
      const replacements = hidden.map((each, index) => [each, `<${index}>`] as const);
      expect(new TextReplacements(replacements).replaceIn(searched)).toBe(
        replacedPlainly(searched, replacements),
      );
    }),
    { numRuns: 2000 },
  );
});
