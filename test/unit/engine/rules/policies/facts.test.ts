import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { HeldPayment } from '#engine/documents/held-payment.ts';
import { judgeableConditions, matchOf } from '#engine/rules/policies/facts.ts';
import { conditionValue } from '#engine/rules/policies/policy-call.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';

const schemas = new SchemaPool();
afterAll(async () => await schemas.close());

const unpaid = { payments: 0, other_account: false };
const payment: HeldPayment = {
  declared: {
    amount: '/cents',
    unit: 'minor',
    currency: '/currency',
    payee: { account: { iban: '/iban' } },
  },
  payee: { account: { result: 'identified', rail: 'iban' }, named: 'blind' },
  facts: { ...unpaid, status: 'open', known_name: false, subject: unpaid },
};
const call = {
  args: { cents: 1250, currency: 'jpy' } as JsonObject,
  patch: 'pay',
  risk: 'low' as const,
  subject_ref: 'ada',
  agent: { id: 'a', key: 'clerk' },
  origins: [{ path: '/iban', from: ['untrusted' as const], seen: [] }],
  now: new Date('2026-11-30T00:00:00Z'),
};

it.each([
  [
    { cents: 1250, currency: 'EUR' },
    { amount: 12.5, currency: 'EUR' },
  ],
  [
    { cents: '1250', currency: 'jpy' },
    { amount: 1250, currency: 'JPY' },
  ],
  [{ cents: '-1', currency: 'EUR' }, undefined],
  [{ cents: '12,50', currency: 'EUR' }, undefined],
  [{ cents: '2512292042121000001', currency: 'EUR' }, undefined],
  [{ cents: 1, currency: 'USDT' }, undefined],
  [{ currency: 'EUR' }, undefined],
])(
  '[approval-policy.facts] conditions compare the payment of %j as a number in major units',
  (args, fact) => {
    expect(conditionValue({ ...call, args, payment })['payment']).toEqual(fact);
  },
);

const large = {
  required: ['payment'],
  properties: { payment: { required: ['amount'], properties: { amount: { exclusiveMinimum: 1000 } } } },
};
const mine = { properties: { subject_ref: { const: 'ada' } } };
const others = { properties: { subject_ref: { const: 'bo' } } };

async function match(whens: (JsonObject | undefined)[], value: JsonObject) {
  const rules = whens.map((when) => ({ when }));
  const conditions = judgeableConditions(rules, value);
  const first = await schemas.firstFulfilled('one', conditions, value);
  return matchOf(first, conditions.length === rules.length);
}

describe('[approval-policy.facts] a condition that names the payment', () => {
  const paying = conditionValue({ ...call, payment });
  const plain = conditionValue(call);

  it.each<[string, (JsonObject | undefined)[], JsonObject, number | 'unknown']>([
    ['decides about a payment', [large], paying, 0],
    ['does not match another one', [{ ...large, not: mine }], paying, -1],
    ['cannot be judged without one', [large], plain, 'unknown'],
    ['cannot be judged without one, whatever follows', [large, undefined], plain, 'unknown'],
    ['decides nothing where an earlier one does', [mine, large], plain, 0],
    ['leaves open what an earlier one does not decide', [others, large, mine], plain, 'unknown'],
  ])('%s', async (_, whens, value, expected) => {
    expect(await match(whens, value)).toBe(expected);
  });

  const about = { properties: { payment: true } };
  it.each<[string, JsonObject]>([
    ['as a property', about],
    ['as required', { required: ['patch', 'payment'] }],
    ['in all of', { allOf: [mine, about] }],
    ['in any of', { anyOf: [mine, about] }],
    ['in one of', { oneOf: [about] }],
    ['in not', { not: about }],
    ['in if', { if: about, else: mine }],
    ['in then', { if: mine, then: { else: about } }],
    ['of which others depend', { dependentRequired: { payment: ['args'] } }],
    ['which others need', { dependentRequired: { args: ['payment'] } }],
    ['by an earlier word', { dependencies: { args: about } }],
    ['which a dependent schema needs', { dependentSchemas: { args: about } }],
    ['by a pattern', { patternProperties: { '^pay': true } }],
    ['by a reference', { $ref: '#/$defs/one', $defs: { one: about } }],
    ['by a reference to a part', { $ref: '#/properties/args', properties: { args: {} } }],
    ['by a dynamic reference', { $dynamicRef: '#one' }],
  ])('names it %s', (_, when) => {
    expect(judgeableConditions([{ when }], plain)).toEqual([]);
    expect(judgeableConditions([{ when }], paying)).toEqual([when]);
  });

  it.each<[string, JsonObject]>([
    ['an argument', { properties: { args: about } }],
    ['a text', { properties: { patch: { const: 'payment' }, args: { enum: ['payment'] } } }],
    ['a description', { description: 'payment', title: 'payment' }],
    ['another definition', { $ref: '#/$defs/one', $defs: { one: mine } }],
    ['itself', { properties: { args: { $ref: '#' } } }],
  ])('is not one that names %s', (_, when) => {
    expect(judgeableConditions([{ when }, {}], plain)).toEqual([when, undefined]);
  });
});

it('[origin.rule] a condition compares the origins of arguments, and cannot be judged for a call without them', () => {
  const value = conditionValue({ ...call, payment });
  expect(value['origins']).toEqual({ '/iban': ['untrusted'] });
  const rules = [{ when: { required: ['origins'] } }, { when: { required: ['args'] } }];
  expect(judgeableConditions(rules, value)).toHaveLength(2);
  expect(judgeableConditions(rules, conditionValue({ ...call, payment, origins: undefined }))).toEqual([]);
});

it('[origin.rule] what may have more values than are traced has no origins to compare: the model chooses their order', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      path: `/${index}`,
      from: ['subject' as const],
      seen: [],
    }));
  expect(conditionValue({ ...call, origins: many(199) })).toHaveProperty('origins');
  expect(conditionValue({ ...call, origins: many(200) })).not.toHaveProperty('origins');
});

it('[payment.unusual] a condition cannot judge what is unusual about a payment of whose account the origins are unknown', () => {
  const rules = [{ when: { properties: { unusual: { contains: { const: 'untrusted_account' } } } } }];
  const known = conditionValue({ ...call, payment });
  expect(known['unusual']).toContain('untrusted_account');
  expect(judgeableConditions(rules, known)).toHaveLength(1);
  expect(judgeableConditions(rules, conditionValue({ ...call, payment, origins: undefined }))).toEqual([]);
});
