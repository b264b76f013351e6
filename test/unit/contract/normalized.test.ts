import { expect, it } from 'vitest';
import { normalized, withAsciiDigits } from '#contract/normalized.ts';

it.each([
  ['a letter with an accent', 'e\u0301', '\u00E9'],
  ['marks in another order', 'a\u0301\u0316', 'a\u0316\u0301'],
  ['full-width letters', 'ＩＢＡＮ', 'IBAN'],
  ['half-width kana', 'ｶﾞ', 'ガ'],
  [
    'many marks, a few on each letter',
    'a\u0301\u0316'.repeat(100),
    'a\u0316\u0301'.repeat(100).normalize('NFKC'),
  ],
])('[limit.loop.marks] %s is normalized', (_, text, same) => {
  expect(normalized(text, 'NFKC')).toBe(same.normalize('NFKC'));
});

it.each(['\u0301\u0316', 'ﾞ\u0301', '\u{1D165}\u0316'])(
  '[limit.loop.marks] a text of 260,000 marks %j stays as it is, which would take a minute',
  (marks) => {
    const text = `a${marks.repeat(130_000)}`;
    expect(normalized(text, 'NFKC')).toBe(text);
  },
);

it('[limit.loop.marks] a text of words that are one character each stays as it is: it would become eighteen times as long', () => {
  expect(normalized('㈱ Bo', 'NFKC')).toBe('(株) Bo');
  const text = '\uFDFA'.repeat(260_000);
  expect(normalized(text, 'NFKC')).toBe(text);
});

it('the digits of every script are those of ASCII', () => {
  const written = /^\p{Nd}$/u;
  const values = Array.from({ length: 0x11_00_00 }, (_, code) => code)
    .filter((code) => (code < 0xd8_00 || code > 0xdf_ff) && written.test(String.fromCodePoint(code)))
    .map((code) => withAsciiDigits(String.fromCodePoint(code)));
  expect(values.length % 10).toBe(0);
  expect(values).toEqual(values.map((_, index) => String(index % 10)));
});
