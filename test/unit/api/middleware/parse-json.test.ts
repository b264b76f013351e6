import { expect, it } from 'vitest';
import { mostSeparatorsOfSchemas, parseJson } from '#api/http/middleware/parse-json.ts';
import { ServiceError } from '#contract/errors.ts';

function faultOf(text: string): unknown {
  try {
    parseJson(Buffer.from(text), { most: mostSeparatorsOfSchemas });
    return undefined;
  } catch (error) {
    return error instanceof ServiceError ? (error.details as object[])[0] : error;
  }
}

it.each([
  ['{"a":[0,{"b":"\\udead"}]}', 'a.1.b', 'invalid_text'],
  ['{"a":[0,{"b\\ud800":1}]}', 'a.1', 'invalid_text'],
  ['"\\udc00"', '', 'invalid_text'],
  ['{"\\udfff":1}', '', 'invalid_text'],
  ['{"a":{"":{"b":[1e400]}}}', 'a..b.0', 'invalid_number'],
  ['-1e400', '', 'invalid_number'],
  ['{"a":[0,2512292042121000001]}', 'a.1', 'invalid_number'],
  ['{"a":{"b":0.1234567890123456789}}', 'a.b', 'invalid_number'],
  ['{"a":1e-400}', 'a', 'invalid_number'],
  ['{"a":[0,{"__proto__":1}]}', 'a.1', 'invalid_key'],
  ['['.repeat(106) + ']'.repeat(106), '', 'too_deep'],
  ['{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000), '', 'too_deep'],
])('[body.hostile] [number.body] of %s it is said where the fault is', (text, path, code) => {
  expect(faultOf(text)).toEqual({ path, message: expect.any(String), code });
});

it('what is as deep as may be, and text of all planes, is taken as it is', () => {
  for (const value of [
    JSON.parse('['.repeat(104) + ']'.repeat(104)),
    { 'a\0b': '\0', _bsontype: 'ObjectId', $ref: 'c', $id: 1, 'a.b': { $set: {} }, '': 1.5e308 },
    { é: ['🧵', '\u0001', null, 0.5] },
    null,
  ]) {
    expect(parseJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
  }
});

it.each([
  ['a list', `[${'{},'.repeat(100_000)}{}]`],
  ['a list that breaks off', '[[],'.repeat(100_000)],
  ['an object', `{${Array.from({ length: 12_000 }, (_, index) => `"m${index}":1`).join(',')}}`],
  [
    'an object in a list',
    `[{"a":[{}]},{${Array.from({ length: 12_000 }, (_, at) => `"m${at}":{}`).join(',')}`,
  ],
])(
  '[body.bounded-work] %s of more values than any body may hold is refused before it is parsed',
  (_, text) => {
    expect(faultOf(text)).toEqual({ path: '', message: expect.any(String), code: 'too_many_values' });
  },
);

it('[body.bounded-work] what is nested too deep is refused before it is parsed', () => {
  expect(faultOf(`${'['.repeat(70_000)}1e400`)).toMatchObject({ code: 'too_deep' });
});

it('many objects with as many members in all as one may not have are read', () => {
  const rows = Array.from({ length: 2000 }, () => ({ a: 1, b: { c: 2, d: [3] }, e: 4, f: 5, g: 6, h: 7 }));
  const bytes = Buffer.from(JSON.stringify(rows));
  expect(parseJson(bytes, { most: mostSeparatorsOfSchemas })).toEqual(rows);
});

it('text counts as one value, whatever is in it', () => {
  const content = '{[,:"\\'.repeat(20_000);
  expect(parseJson(Buffer.from(JSON.stringify({ content })))).toEqual({ content });
});

it.each([
  ['{"args":{"clabe":646180157000000004}}', 'invalid_args', 'args.clabe'],
  ['{"detail":{"clabe":646180157000000004}}', 'invalid_request', 'detail.clabe'],
])('[number.body] in %s a number that would be changed is %s', (text, code, path) => {
  expect(() => parseJson(Buffer.from(text), { numberErrors: { args: 'invalid_args' } })).toThrow(
    expect.objectContaining({
      code,
      details: [{ path, message: expect.any(String), code: 'invalid_number' }],
    }),
  );
});

it.each(['{"amount":1,"amount":82000}', '{"a":[{"b":1,"\\u0062":1}]}'])(
  '[body.repeated-member] %s is refused',
  (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'invalid_json' }));
  },
);

it('[body.bounded-work] a body may have as many values as a schema only where it may hold one', () => {
  const text = Buffer.from(JSON.stringify(Array.from({ length: 30_000 }, () => 1)));
  expect(() => parseJson(text)).toThrow('must not hold that many values');
  expect(parseJson(text, { most: mostSeparatorsOfSchemas })).toHaveLength(30_000);
});
