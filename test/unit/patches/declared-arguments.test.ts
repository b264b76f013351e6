import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { DeclaredArguments } from '#patches/schemas/declared-arguments.ts';

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
  expect(new DeclaredArguments(schema).has(name)).toBe(true);
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
  expect(new DeclaredArguments(schema).has(name)).toBe(false);
});

it('not even a property of that name makes a prototype reachable', () => {
  const hostile = JSON.parse(
    '{"properties": {"__proto__": {"properties": {"a": {}}}, "constructor": {}}}',
  ) as JsonObject;
  expect(
    ['__proto__', '__proto__.a', 'constructor'].filter((name) => new DeclaredArguments(hostile).has(name)),
  ).toEqual([]);
});

it('[patch.publish.linear] each part of a schema is looked at once, however many names lead through it', () => {
  const allOf = Array.from({ length: 550 }, (_, index) => ({ properties: { [`a${index}`]: {} } }));
  const wide = new DeclaredArguments({ type: 'object', allOf });
  const names = Array.from({ length: 250 }, (_, index) => `a${index * 3}`);
  expect(names.filter((name) => wide.has(name))).toHaveLength(184);
  expect(wide.visited).toBe(551);
});

it('[patch.publish.linear] nor does a name of many members look again at parts that it has come through', () => {
  const anyOf = Array.from({ length: 1000 }, () => ({}));
  const circle = new DeclaredArguments({ anyOf, properties: { a: { $ref: '#' }, b: { $ref: '#' } } });
  const names = Array.from({ length: 256 }, (_, index) =>
    Array.from(index.toString(2).padStart(16, '0'), (bit) => (bit === '0' ? 'a' : 'b')).join('.'),
  );
  expect(names.every((name) => circle.has(name))).toBe(true);
  // Those of the root, and of the two references that lead back to it.
  expect(circle.visited).toBe(3 * 1001 + 2);
});
