import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonIn, type Opening } from '#engine/rules/model-answer/find-json.ts';

const found = (text: string, openings: Opening[] = ['{', '[']) =>
  [...jsonIn(text, openings)].map(({ json }) => json);

it.each([
  ['Total: {"a": 1}.', ['{"a": 1}']],
  ['{"a": {"b": [1, "}"]}} and {"c": null}', ['{"a": {"b": [1, "}"]}}', '{"c": null}']],
  ['{not json} {"a": 1}', ['{"a": 1}']],
  ['{"a": {"b": 1}, oops', ['{"b": 1}']],
  ['{"a": 1', []],
  ['{"a": "\\"}"}', ['{"a": "\\"}"}']],
  ['{"a": "\\x"} {}', ['{}']],
  ['{"a": "line\nbreak"} []', ['[]']],
  ['{"a":01} {"a":1.} {"a":-1.5e+3}', ['{"a":-1.5e+3}']],
  ['{"a":1,} [1,] [,1] {,} {"a"} [tru]', []],
  ['He said "{" and then {"a": 1}', ['{"a": 1}']],
  // The only valid value is inside a string of the outer one.
  ['{"x {"a": 1} y', ['{"a": 1}']],
  ['[[], {}] ]}', ['[[], {}]']],
  ['{ "a" : [ true , false , null ] }', ['{ "a" : [ true , false , null ] }']],
  ['no braces', []],
])('%s', (text, values) => {
  expect(found(text)).toEqual(values);
});

it('arrays are left out where only objects are looked for, and what is in them is not', () => {
  expect(found('[1] [{"a":1}] {"b":[2]}', ['{'])).toEqual(['{"a":1}', '{"b":[2]}']);
});

it('[extract.answer] what is part of a broken value is told from what is whole', () => {
  const parts = (text: string) =>
    [...jsonIn(text, ['{', '['])].flatMap(({ json, isPart }) => (isPart ? [json] : []));
  expect(parts('[{"a":1},{"b":[2]},')).toEqual(['{"a":1}', '{"b":[2]}']);
  expect(parts('{"a":{"b":1}} [{"c":1},] {"d":1}')).toEqual(['{"c":1}']);
  expect(parts('[no] {"a":1} {"a","b"} {"b":2}')).toEqual([]);
});

/** Tries every end for every start: far too slow, and plainly right. */
function naively(text: string): string[] {
  const values: string[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (text[start] !== '{' && text[start] !== '[') continue;
    for (let end = start + 1; end <= text.length; end += 1) {
      try {
        JSON.parse(text.slice(start, end));
      } catch {
        continue;
      }
      values.push(text.slice(start, end));
      start = end - 1;
      break;
    }
  }
  return values;
}

/** Texts that are nearly JSON, which random characters never are. */
const piece = fc.constantFrom(
  ...Array.from('{}[]:,"\\ na10'),
  '"a"',
  '"a":',
  '{"a":',
  '\\"',
  '{"{',
  'true',
  '\n',
);

it('whatever the text, it finds the same as trying every start and every end', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      expect(found(text)).toEqual(naively(text));
    }),
    { numRuns: 1000 },
  );
});

it('a JSON object is found among any words without braces', () => {
  const words = fc.string({ maxLength: 50 }).map((text) => text.replaceAll(/[{}[\]]/g, ''));
  fc.assert(
    fc.property(words, fc.dictionary(fc.string(), fc.jsonValue()), words, (before, value, after) => {
      const text = JSON.stringify(value, undefined, 1);
      expect(found(`${before}${text}${after}`)).toEqual([text]);
    }),
  );
});

/** Counts the characters that are read, because a test of the time would fail on a busy machine. */
function reads(text: string): number {
  let count = 0;
  const counted = new Proxy(Object(text) as object, {
    get: (target, name) => {
      if (name === 'charCodeAt') {
        count += 1;
        return (at: number) => text.charCodeAt(at);
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(text) as unknown) : member;
    },
  });
  expect([...jsonIn(counted as unknown as string, ['{', '['])].length).toBeLessThan(text.length);
  return count;
}

it.each([
  ['objects that never end', '{"a":'.repeat(4000)],
  ['arrays that never end', '['.repeat(20_000)],
  ['braces alone', '{'.repeat(20_000)],
  ['quotes and braces', '{"'.repeat(10_000)],
  ['texts that end where others begin', '{"a":"{"a":"'.repeat(1600)],
  ['escapes', '{"\\"'.repeat(5000)],
  ['backslashes', `{"${'\\'.repeat(20_000)}`],
  ['one long text', `{"${'a{'.repeat(10_000)}`],
  ['members, then nothing', `{"a":[${'{"b":1},'.repeat(2200)}`],
  ['an object in a text, again and again', '{"a":"{\\"a\\":1}" '.repeat(1000)],
  ['numbers', `[${'1,'.repeat(10_000)}`],
])('[extract.linear] 20,000 characters of %s are read a few times each', (_, text) => {
  expect(reads(text)).toBeLessThan(8 * text.length);
});
