import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';

const pool = new SchemaPool({ validateMs: 400 });
afterAll(async () => await pool.close());

const above = (amount: number): JsonObject => ({ properties: { amount: { exclusiveMinimum: amount } } });
const first = async (conditions: (JsonObject | undefined)[], amount = 50) =>
  await pool.firstFulfilled('one', conditions, { amount });

/** Thirty definitions, each of which applies the next one twice: 2^30 checks. */
const endless: JsonObject = {
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `d${n}`,
      n === 29
        ? { type: 'object' }
        : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  ),
};
const circular: JsonObject = { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } };

describe('[approval-policy.apply] the first of several conditions that a value fulfils', () => {
  it('is found in their order', async () => {
    expect(await first([above(100), above(40), above(10)])).toBe(1);
    expect(await first([above(100), above(50)])).toBe(-1);
    expect(await first([])).toBe(-1);
  });

  it('is one that is always fulfilled, if none before it is', async () => {
    expect(await first([above(100), undefined, above(10)])).toBe(1);
    expect(await first([undefined])).toBe(0);
  });

  it.each([
    ['takes too long', endless],
    ['never ends', circular],
  ])('is unknown if one before it %s', async (_, condition) => {
    expect(await first([above(100), condition, undefined])).toBeUndefined();
    expect(await first([above(10), condition])).toBe(0);
    expect(await pool.fulfils('one', condition, {})).toBeUndefined();
  });
});

describe('[approval-policy.apply.unclear] a condition', () => {
  const judge = async (condition: JsonObject, value: object) => await pool.fulfils('one', condition, value);
  const below = { properties: { amount: { maximum: 1000 } } };
  const above = { properties: { amount: { minimum: 1000 } }, required: ['amount'] };

  const amount = (schema: JsonObject): JsonObject => ({ properties: { amount: schema } });
  const byReference = { $defs: { low: { maximum: 9 } }, ...amount({ $ref: '#/$defs/low' }) };
  const byAnchor = { $defs: { low: { $anchor: 'low', maximum: 9 } }, ...amount({ $ref: '#low' }) };

  it.each<[string, JsonObject, object, boolean | undefined]>([
    ['compares a number', below, { amount: 82_000 }, false],
    ['compares a number', below, { amount: 999 }, true],
    ['compares a text with a number', below, { amount: '82.000,00' }, undefined],
    ['compares a text with a number', above, { amount: '82.000,00' }, undefined],
    ['compares a text with a number', { not: below }, { amount: '82.000,00' }, undefined],
    [
      'asks for a number that is below',
      { properties: { amount: { type: 'number', maximum: 1000 } } },
      { amount: '1' },
      undefined,
    ],
    [
      'asks for a whole number',
      { properties: { amount: { type: 'integer', maximum: 1000 } } },
      { amount: 1.5 },
      false,
    ],
    ['compares what is not there', below, {}, undefined],
    ['says that it has to be there', above, {}, false],
    ['says it in another part', { allOf: [below, { required: ['amount'] }] }, {}, false],
    [
      'is about something else, too',
      { properties: { to: { const: 'Bo' }, ...below.properties } },
      { to: 'Al' },
      false,
    ],
    ['is fulfilled otherwise', { anyOf: [below, { required: ['to'] }] }, { to: 'Al' }, true],
    ['compares what is not there, in a member', { properties: { of: below } }, { of: {} }, undefined],
    ['compares what is not there, with all around it', { properties: { of: below } }, {}, undefined],
    ['is about members of what is a text', { properties: { of: below } }, { of: 'x' }, undefined],
    ['matches a text where a number is', { properties: { to: { pattern: '^DE' } } }, { to: 7 }, undefined],
    ['has a format of texts where a number is', amount({ format: 'date' }), { amount: 7 }, undefined],
    ['has a format of numbers where a text is', amount({ format: 'int32' }), { amount: '7' }, undefined],
    ['has a format of numbers', amount({ format: 'int32' }), { amount: 7.5 }, false],
    ['has a format that nothing checks', amount({ format: 'of-ours' }), { amount: 7 }, true],
    ['decides by what it compares', { if: below, then: false }, { amount: 'x' }, undefined],
    ['decides by something else', { if: { required: ['to'] }, then: below }, { amount: 'x' }, true],
    ['has one of two', { oneOf: [below, above] }, { amount: 'x' }, undefined],
    [
      'says null may be there',
      { properties: { amount: { type: ['number', 'null'], maximum: 9 } } },
      { amount: null },
      true,
    ],
    [
      'refers to what compares',
      { $defs: { low: { maximum: 9 } }, properties: { amount: { $ref: '#/$defs/low' } } },
      { amount: 'x' },
      undefined,
    ],
    [
      'refers to what compares, and says not',
      { $defs: { low: { maximum: 9 } }, not: { properties: { amount: { $ref: '#/$defs/low' } } } },
      { amount: 'x' },
      undefined,
    ],
    ['compares what is not there, by a reference', byReference, {}, undefined],
    ['compares what is not there, by an anchor', byAnchor, {}, undefined],
    [
      'compares what is not there, by itself',
      { properties: { part: { $ref: '#' }, amount: { maximum: 9 } } },
      { amount: 1 },
      undefined,
    ],
    ['compares what is not there, among others', amount({ allOf: [{ maximum: 9 }] }), {}, undefined],
    [
      'compares what is not there, or something else',
      amount({ anyOf: [{ maximum: 9 }, { const: 'x' }] }),
      {},
      undefined,
    ],
    ['says that what is not there is not above', amount({ not: { minimum: 9 } }), {}, undefined],
    [
      'compares what is not there, if it is a number',
      amount({ if: { type: 'number' }, then: { maximum: 9 } }),
      {},
      undefined,
    ],
    ['compares each of what is not there', amount({ items: { maximum: 9 } }), {}, undefined],
    ['compares each of what is no list', amount({ items: { maximum: 9 } }), { amount: 82_000 }, undefined],
    ['compares each of what is a list', amount({ items: { maximum: 9 } }), { amount: [82_000] }, false],
    ['compares each of a list of nothing', amount({ items: { maximum: 9 } }), { amount: [] }, true],
    [
      'looks for one in what is no list',
      amount({ not: { contains: { const: 'Al' } } }),
      { amount: 'Al' },
      undefined,
    ],
    ['counts what is no list', amount({ maxItems: 1 }), { amount: { one: 1, two: 2 } }, undefined],
    ['counts what is no object', amount({ maxProperties: 1 }), { amount: [1, 2] }, undefined],
    [
      'compares all members of what is no object',
      amount({ additionalProperties: { maximum: 9 } }),
      { amount: [82_000] },
      undefined,
    ],
    ['names numbers, of which a text is one', amount({ enum: [10, 20] }), { amount: '10' }, undefined],
    ['names numbers, of which none is there', amount({ const: 10 }), {}, undefined],
    ['names numbers', amount({ enum: [10, 20] }), { amount: 20 }, true],
    ['names other numbers', amount({ const: 10 }), { amount: 20 }, false],
    ['names numbers and null', amount({ enum: [10, null] }), { amount: null }, true],
    ['names a text', amount({ const: '10' }), {}, true],
    ['names numbers and texts', amount({ enum: [10, 'all'] }), { amount: 'none' }, false],
    [
      'names our own keyword',
      { properties: { amount: { 'heddle:unjudged': 'for' } } },
      { amount: 'x' },
      true,
    ],
  ])('that %s', async (_, condition, value, judged) => {
    expect(await judge(condition, value)).toBe(judged);
  });
});
