import { expect, it } from 'vitest';
import { isBetweenCharacters, unfinishedLength } from '#integrations/replies/characters.ts';

const characters: [what: string, character: string][] = [
  ['flags', '🇩🇪'],
  ['families', '👩‍👩‍👧‍👦'],
  ['skin tones', '👍🏽'],
  ['flags of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['keys', '1️⃣'],
  ['letters with marks', 'e\u0301\u0323'],
  ['signs that are struck through', '=\u0338'],
  ['syllables of Hangul', '\u1112\u1161\u11ab'],
  ['syllables of Devanagari', 'क्षि'],
  ['hearts', '❤️‍🔥'],
];

it.each(characters)(
  '[event.deltas.characters] hundreds of %s in a row are cut between them only',
  (_, one) => {
    for (const before of ['', 'a', 'ab', '…']) {
      const text = before + one.repeat(300);
      const places = Array.from(
        { length: text.length - before.length - 1 },
        (_each, index) => before.length + 1 + index,
      );
      const wrong = places.filter(
        (at) => isBetweenCharacters(text, at) !== ((at - before.length) % one.length === 0),
      );
      expect(wrong).toEqual([]);
    }
  },
);

it.each(characters)('[event.deltas.characters] after hundreds of %s, only the last one waits', (_, one) => {
  for (let units = 1; units < one.length; units += 1) {
    if (/[\ud800-\udbff]$/.test(one.slice(0, units))) continue;
    const text = one.repeat(200) + one.slice(0, units);
    expect((text.length - unfinishedLength(text)) % one.length).toBe(0);
  }
});
