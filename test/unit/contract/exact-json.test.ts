import * as fc from 'fast-check';
import { parse as parseLosslessly } from 'lossless-json';
import { expect, it } from 'vitest';
import { quoteInexact, readJson, readKeepingDigits } from '#contract/exact-json.ts';
import { isExact } from '#contract/exact-number.ts';

it.each([
  ['12.50', 12.5],
  ['100.00', 100],
  ['1e3', 1000],
  ['-0', -0],
  ['0e999', 0],
  ['0.00e-999', 0],
  ['1.5E+2', 150],
  ['12345678901234.5e-1', 1234567890123.45],
  ['9007199254740992', 9007199254740992],
  ['1e23', 1e23],
  ['100000000000000000000000', 1e23],
  ['5e-324', 5e-324],
  ['1.7976931348623157e308', Number.MAX_VALUE],
  [`1${'0'.repeat(300)}`, 1e300],
  [`0.${'0'.repeat(300)}1`, 1e-301],
  [`12.5${'0'.repeat(5000)}`, 12.5],
])('[number.exact] %s is read as it is', (text, value) => {
  expect(readJson(`{"a":[${text}]}`)).toEqual({ value: { a: [value] } });
  expect(readKeepingDigits(text)).toEqual({ value });
});

it.each([
  '2512292042121000001',
  '646180157000000004',
  '9007199254740993',
  '0.1234567890123456789',
  '-12345678901234567.8',
  '1e-400',
  '1e400',
  '-1e400',
  `1${'0'.repeat(400)}`,
  `1.${'0'.repeat(60)}1`,
  '4e-324',
])('[number.exact] [number.result] %s is refused with its path, and its digits can be kept', (text) => {
  expect(readJson(`{"a":[1,{"b":${text}}]}`)).toEqual({ fault: 'inexact_number', path: 'a.1.b' });
  expect(readJson(text)).toEqual({ fault: 'inexact_number', path: '' });
  expect(readKeepingDigits(`{"a": [1 , ${text}]}`)).toEqual({ value: { a: [1, text] } });
  expect(quoteInexact(`{"a": [1 , ${text}]}`)).toBe(`{"a": [1 , "${text}"]}`);
});

it.each([
  ['{"a":[1,{"b":"x:,]","c":[2,1e400]}],"d":1e400}', 'a.1.c.1'],
  ['{"a":{"b":[1]},"c d":{"\\u0061\\"":-1e400,"a":1e400}}', 'c d.a"'],
  ['[[],{},[{"":1e400},1e400]]', '2.0.'],
])('[number.exact] of many numbers that a double would change, the first is named: %s', (text, path) => {
  expect(readJson(text)).toEqual({ fault: 'inexact_number', path });
});

it.each([
  '{"amount":1,"amount":82000}',
  '{"amount":1,"amount":1}',
  '{"amount":1,"\\u0061mount":2}',
  '{"a":[0,{"b":1,"c":{"d":1,"d":{}}}]}',
  '{"__proto__":1,"__proto__":2}',
  '{"":1,"":2}',
])('[body.repeated-member] %s names a member twice', (text) => {
  expect(readJson(text)).toEqual({ fault: 'repeated_member' });
  expect(readKeepingDigits(text)).toEqual({ fault: 'repeated_member' });
});

it('[number.exact] what only looks like a number or a member is text', () => {
  const text =
    '{"a:b":"1e400 \\" : 2512292042121000001","b":["{\\"a\\":1,\\"a\\":2}"],"a":{"b":1},"c":{"b":1}}';
  expect(readJson(text)).toEqual({ value: JSON.parse(text) });
  expect(readJson('{"a":')).toEqual({ fault: 'not_json' });
  expect(quoteInexact('no JSON: "2512292042121000001')).toBe('no JSON: "2512292042121000001');
});

/** Texts of numbers of any length, with and without a fraction and an exponent. */
const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(?:0|[1-9]\d{0,25})$/),
    fc.stringMatching(/^(?:\.\d{1,25})?$/),
    fc.stringMatching(/^(?:[eE][+-]?\d{1,3})?$/),
  )
  .map((parts) => parts.join(''));

it('[number.exact] a number is exact if the shortest text of its double has its decimal value', () => {
  fc.assert(
    fc.property(
      fc.oneof(numbers, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
      (text) => {
        const value = Number(text);
        expect(isExact(text)).toBe(Number.isFinite(value) && decimal(String(value)) === decimal(text));
      },
    ),
    { numRuns: 3000 },
  );
});

/** JSON texts as no `JSON.stringify` writes them: with white space, escapes, any numbers, and names that come twice. */
const { text: jsonTexts } = fc.letrec<{ text: string; list: string; object: string }>((tie) => {
  const blank = fc.constantFrom('', '', ' ', '\n\t');
  const name = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"a:b"', '"__proto__"', '"\\""');
  const padded = fc.tuple(blank, tie('text'), blank).map((parts) => parts.join(''));
  return {
    text: fc.oneof(
      { depthSize: 'small' },
      numbers,
      name,
      fc.constantFrom('true', 'null'),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(padded, { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    object: fc
      .array(fc.tuple(blank, name, blank, padded), { maxLength: 4 })
      .map((members) => `{${members.map(([a, key, b, value]) => `${a}${key}${b}:${value}`).join(',')}}`),
  };
});

/** The value of a JSON text, by a library that keeps all digits. */
const losslessly = (json: string) => parseLosslessly(json, null, { parseNumber: decimal });

/** Whether a JSON text stays what it says when it is parsed and written without any care. */
function staysTheSame(text: string): boolean {
  const plain = text.replaceAll('"a:b"', '"ab"');
  const written = JSON.stringify(JSON.parse(plain));
  return decimals(written) === decimals(plain) && written.split(':').length === plain.split(':').length;
}

it('[number.exact] any JSON text is refused, or stays what it says when it is read, stored and sent', () => {
  let taken = 0;
  fc.assert(
    fc.property(jsonTexts, (text) => {
      const read = readJson(text);
      expect('value' in read).toBe(staysTheSame(text));
      if ('fault' in read) return;
      taken += 1;
      const sent = JSON.stringify(JSON.parse(JSON.stringify(read.value)));
      // eslint-disable-next-line vitest/no-conditional-expect -- the other texts are refused
      expect(losslessly(sent)).toEqual(losslessly(text));
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(100);
});

/** The decimal values of all numbers of a JSON text whose names and texts have none. */
function decimals(json: string): string {
  return [...json.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/-?\d[\d.eE+-]*/g)]
    .map(([digits]) => decimal(digits))
    .join();
}

/** One text for each decimal value, made without doubles. */
function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - trimmed.length);
  return `${mantissa.startsWith('-') ? '-' : ''}${trimmed}e${power}`;
}

it('[number.exact] a text of a mebibyte is read in linear time, whatever is in it', () => {
  const size = 1024 * 1024;
  for (const text of [
    `1${'0'.repeat(size)}1`,
    `0.${'0'.repeat(size)}`,
    `[${'1e9,'.repeat(20_000)}1e${'9'.repeat(size / 2)}]`,
    `"${'\\"'.repeat(size / 2)}"`,
    `{${Array.from({ length: 40_000 }, (_, index) => `"a${index}":0`).join()}}`,
    `${'['.repeat(30_000)}1e400${']'.repeat(30_000)}`,
  ])
    expect(readJson(text)).toBeDefined();
});
