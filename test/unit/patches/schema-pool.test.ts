import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { SchemaPool, startThreads } from '#patches/schemas/schema-pool.ts';
import { patchDefinition as withoutTimeout } from '../../support/patch-definition.ts';

const pools: SchemaPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function newPool(...limits: ConstructorParameters<typeof SchemaPool>): SchemaPool {
  const pool = new SchemaPool(...limits);
  pools.push(pool);
  return pool;
}

const object = (parts: JsonObject = {}): JsonObject => ({ type: 'object', ...parts });
const property = (a: unknown, parts: JsonObject = {}) => object({ properties: { a }, ...parts });

const patchDefinition = (...parts: Parameters<typeof withoutTimeout>) => ({
  ...withoutTimeout(...parts),
  timeout_seconds: 30,
});
const amount = { input_schema: object({ properties: { amount: { type: 'integer' } } }) };
/** Thirty definitions, each of which applies the next one twice: 2^30 checks. */
const doubling = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [
    `d${n}`,
    n === 29 ? { type: 'string' } : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
  ]),
);

/** Takes longer than anybody waits. */
const endless = { input_schema: property({ $ref: '#/$defs/d0' }, { $defs: doubling }) };
const args = { a: 1 };
const tooLong = { ok: false, errors: [{ path: '', message: 'take too long to validate' }] };

it('[patch.schema.bounded] a thread that runs out of memory after its task was ended does not end the process', async () => {
  const threads = startThreads();
  // The event of piscina when a thread without a task fails.
  expect(() => threads.emit('error', new Error('out of memory'))).not.toThrow();
  await threads.destroy();
});

it('arguments are validated against the schema', async () => {
  const pool = newPool();
  expect(await pool.validateArgs('one', amount, { amount: 1 })).toEqual({ ok: true });
  expect(await pool.validateArgs('one', amount, { amount: '1' })).toEqual({
    ok: false,
    errors: [{ path: 'amount', message: 'must be integer' }],
  });
});

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

it.each([
  ['a list', [], 'must be an object'],
  ['nothing', null, 'must be an object'],
  ['a text', '{}', 'must be an object'],
  ['one nested too deeply', { a: nested(100) }, 'is nested too deeply'],
  ['one nested beyond reason', { a: nested(5000) }, 'is nested too deeply'],
  ['one that is too long', { a: 'x'.repeat(262_145) }, 'is over 262144 characters'],
  ['one with a prototype', JSON.parse('{"a": [{"__proto__": 1}]}'), 'must not have a member named __proto__'],
])('%s is refused before any schema sees it', async (_, args, message) => {
  expect(await newPool().validateArgs('one', amount, args)).toEqual({
    ok: false,
    errors: [{ path: '', message }],
  });
});

it.each([
  ['references that double', endless.input_schema, args],
  [
    'unique items by the ten thousand',
    property({ uniqueItems: true }),
    { a: Array.from({ length: 20_000 }, (_, n) => ({ n })) },
  ],
])(
  '[patch.schema.bounded] %s: the validation is ended, and the next one is not touched',
  async (_, input_schema, args) => {
    const pool = newPool({ validateMs: 2000 });
    expect(await pool.validateArgs('one', { input_schema }, args)).toEqual(tooLong);
    expect(await pool.validateArgs('one', amount, { amount: 1 })).toEqual({ ok: true });
  },
);

it('[patch.schema.bounded] a validation that takes too much memory is ended', async () => {
  const pool = newPool({ validateMs: 60_000 });
  // Every item fails thirty times, and each failure is kept.
  const input_schema = property({ items: { anyOf: Array.from({ length: 30 }, (_, n) => ({ const: n })) } });
  const args = { a: Array.from({ length: 87_000 }, () => 99) };
  expect(await pool.validateArgs('one', { input_schema }, args)).toEqual(tooLong);
  expect(await pool.validateArgs('one', amount, { amount: 1 })).toEqual({ ok: true });
});

it('[patch.schema.off-loop] while a validation hangs, the event loop and other workspaces go on', async () => {
  const pool = newPool({ validateMs: 600_000 });
  const slow = hang(pool, 1);
  for (let n = 0; n < 20; n += 1) {
    expect(await pool.validateArgs('other', amount, { amount: n })).toEqual({ ok: true });
  }
  expect(slow.ended).toBe(0);
  await pool.close();
  await slow.all;
});

it('[patch.schema.fair] a workspace that has many slow validations at once delays no other', async () => {
  const pool = newPool({ validateMs: 600_000 });
  const slow = hang(pool, 8);
  expect(await pool.validateArgs('other', amount, { amount: 1 })).toEqual({ ok: true });
  expect(await pool.checkDefinition('another', patchDefinition())).toEqual([]);
  expect(slow.ended).toBe(0);
  await pool.close();
  await slow.all;
});

/** Starts validations of one workspace that end with the pool. */
function hang(pool: SchemaPool, count: number) {
  const slow = { ended: 0, all: Promise.resolve() as Promise<unknown> };
  const validations = Array.from({ length: count }, async () => {
    await pool.validateArgs('slow', endless, args).finally(() => (slow.ended += 1));
  });
  slow.all = Promise.allSettled(validations);
  return slow;
}

it('[patch.schema.fair] what has waited too long is refused without being tried', async () => {
  const pool = newPool({ validateMs: 2000, waitMs: 1 });
  const slow = pool.validateArgs('slow', endless, args);
  const waiting = pool.validateArgs('slow', amount, { amount: 1 });
  const publishing = pool.checkDefinition('slow', patchDefinition());
  await expect(publishing).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  expect(await Promise.all([slow, waiting])).toEqual([tooLong, tooLong]);
});

it('[patch.schema.bounded] a definition that takes too long to check is refused', async () => {
  const pool = newPool({ checkMs: 50 });
  const oneOf = Array.from({ length: 700 }, (_, index) => ({
    properties: { [`a${index}`]: { minimum: 1 } },
  }));
  const definition = patchDefinition({ input_schema: object({ oneOf }) });
  expect(await pool.checkDefinition('one', definition)).toEqual([
    { path: 'input_schema', message: 'takes too long to check', code: 'invalid_schema' },
  ]);
});

it('[patch.schema.turn-budget] calls that share a limit take no more than it together', async () => {
  const pool = newPool({ validateMs: 1000 });
  const budget = pool.turnBudget();
  expect(await pool.validateArgs('one', amount, { amount: 1 }, budget)).toEqual({ ok: true });
  expect(budget.leftMs).toBeLessThan(1000);
  const calls = [endless, endless, amount].map((patch) => pool.validateArgs('one', patch, args, budget));
  expect(await Promise.all(calls)).toEqual([tooLong, tooLong, tooLong]);
  expect(budget.leftMs).toBeLessThanOrEqual(0);
  expect(await pool.validateArgs('one', amount, { amount: 1 })).toEqual({ ok: true });
});

it('a pool that was closed without work has nothing to end', async () => {
  await expect(new SchemaPool().close()).resolves.toBeUndefined();
});
