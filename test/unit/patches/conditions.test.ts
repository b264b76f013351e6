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
