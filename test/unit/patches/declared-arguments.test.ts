import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { declaresArgument } from '#patches/declared-arguments.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    amount: { type: 'number' },
    anything: true,
    free: { type: 'object' },
    recipient: { type: 'object', properties: { name: {}, bank: { $ref: '#/$defs/bank' } } },
    parent: { $ref: '#' },
    circle: { $ref: '#/$defs/circle' },
    items: { type: 'array', items: { properties: { name: {} } } },
    remote: { $ref: 'https://host/schema' },
    nowhere: { $ref: '#/$defs/none' },
  },
  allOf: [{ properties: { composed: {} } }],
  anyOf: [{ properties: { one: { oneOf: [{ properties: { two: {} } }] } } }],
  else: { properties: { later: {} } },
  $defs: {
    bank: { properties: { bic: {} } },
    circle: {
      $ref: '#/$defs/circle',
      allOf: [{ $ref: '#/$defs/circle' }],
      properties: { x: { $ref: '#/$defs/circle' } },
    },
  },
};

it.each([
  'amount',
  'anything',
  'recipient.name',
  'recipient.bank.bic',
  'parent.parent.amount',
  'circle.x.x.x',
  'composed',
  'one.two',
  'later',
  'remote',
])('%s is declared', (name) => {
  expect(declaresArgument(schema, name)).toBe(true);
});

it.each([
  '',
  'Amount',
  'amount.value',
  'anything.member',
  'free.member',
  'recipient.bic',
  'items.name',
  'items.0',
  'items.0.name',
  'remote.x',
  'nowhere.x',
  'circle.y',
  'bank',
  '$defs.bank',
  'toString',
  'constructor',
  '__proto__',
  'recipient.__proto__',
  `${'parent.'.repeat(50)}amount`,
])('%s is not declared', (name) => {
  expect(declaresArgument(schema, name)).toBe(false);
});

it('not even a property of that name makes a prototype reachable', () => {
  const hostile = JSON.parse(
    '{"properties": {"__proto__": {"properties": {"a": {}}}, "constructor": {}}}',
  ) as JsonObject;
  expect(
    ['__proto__', '__proto__.a', 'constructor'].filter((name) => declaresArgument(hostile, name)),
  ).toEqual([]);
});
