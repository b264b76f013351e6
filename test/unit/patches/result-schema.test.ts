import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';

const pool = new SchemaPool({ checkMs: 500, validateMs: 500 });
afterAll(async () => await pool.close());

/** Thirty definitions, each of which applies the next one twice: 2^30 checks. */
const $defs = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [
    `d${n}`,
    n === 29 ? { type: 'string' } : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
  ]),
);
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

it.each<[JsonObject, RegExp]>([
  [{ type: 'nonsense' }, /not a JSON Schema/],
  [{ $ref: 'https://host/schema' }, /can't resolve/],
  [{ pattern: '^(?=a)b' }, /linear time/],
  [{ $async: true }, /async/],
  [
    { anyOf: Array.from({ length: 5000 }, (_, n) => ({ const: n, anyOf: [{}, { type: 'null' }] })) },
    /too long/,
  ],
])(
  '[extract.bounds] [patch.schema.bounded] a schema that cannot be used says why: %#',
  async (schema, why) => {
    expect((await pool.checkResultSchema('one', schema))?.message).toMatch(why);
  },
);

it.each<[JsonObject, unknown]>([
  [{}, 1],
  [{ type: 'array' }, []],
  [{ type: 'string', pattern: '^(a+)+$' }, 'a'.repeat(1000)],
  [{ type: 'object', required: ['a'] }, { a: 1 }],
])('the schema of a result can be that of any value: %j', async (schema, value) => {
  expect(await pool.checkResultSchema('one', schema)).toBeUndefined();
  expect(await pool.validateResult('one', schema, value)).toEqual({ ok: true });
});

it.each([
  [{ type: 'object', additionalProperties: false }, { a: 1 }, 'a', 'is not a known field'],
  [{ pattern: '^(a+)+$' }, `${'a'.repeat(1000)}!`, '', 'must match pattern "^(a+)+$"'],
  [{}, nested(101), '', 'is nested too deeply'],
  [{}, 'x'.repeat(262_145), '', 'is over 262144 characters'],
  [{}, JSON.parse('{"__proto__": 1}') as unknown, '', 'must not have a member named __proto__'],
  [{ $ref: '#/$defs/d0', $defs }, 'x', '', 'takes too long to validate'],
])('[extract.bounds] a result that does not fit is invalid: %#', async (schema, value, path, message) => {
  expect(await pool.validateResult('one', schema, value)).toEqual({ ok: false, errors: [{ path, message }] });
});
