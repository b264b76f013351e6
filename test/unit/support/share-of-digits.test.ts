import { expect, it } from 'vitest';
import { shareOfDigits } from '#test/support/local-voice.ts';

it.each([
  ['one two three four', 'One, two, three, four.', 1],
  ['one two three four', '1234', 1],
  ['one two three four', 'one too 3 four', 0.75],
  ['one two three four', 'four three two one', 0.25],
  ['one two three four', '', 0],
])('of %j, %j has the share %d', (sentence, text, share) => {
  expect(shareOfDigits(sentence, text)).toBe(share);
});
