import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PolicyLimit } from '#contract/approval-policy.ts';
import type { PaymentAccount } from '#contract/payment.ts';
import type { HeldPayment } from '#engine/documents/held-payment.ts';
import { countCall } from '#engine/rules/policies/counted.ts';

const limit: PolicyLimit = {
  name: 'daily',
  amount: '/amount',
  currency: '/currency',
  payee: '/to',
  per: 'day',
  scope: 'payee',
  max: '100',
  then: 'deny',
};
const call = {
  policy: 'payments',
  args: { amount: 12.5, currency: 'EUR', to: 'DE89 3704' },
  agent: { key: 'clerk' },
  subject_ref: 'eve',
  nameOf: (parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'base64url'),
};

const count = (changed: Partial<PolicyLimit>, args: object = {}, of: Partial<typeof call> = {}) =>
  countCall([{ ...limit, ...changed }], { ...call, ...of, args: { ...call.args, ...args } })[0];
const counterOf = (...parts: Parameters<typeof count>) => (count(...parts) as { counter?: string }).counter;
/** The name shows nothing of what it stands for. */
const named = (...parts: string[]) => hash('sha256', JSON.stringify(parts), 'base64url');

describe('[approval-policy.limits.count] a limit', () => {
  it('counts the amount in a counter of its policy, name, period, scope and currency', () => {
    const counted = count({});
    expect(counted).toMatchObject({ amount: '12.5' });
    expect(counterOf({})).toBe(named('payments', 'daily', 'day', 'payee', 'DE893704', 'EUR'));
  });

  it('for a call has no counter', () => {
    expect(count({ per: 'call' })).toEqual({ limit: { ...limit, per: 'call' }, amount: '12.5' });
  });

  it.each([
    ['workspace', ''],
    ['agent', 'clerk'],
    ['subject', 'eve'],
    ['payee', 'DE893704'],
  ] as const)('of the scope %s counts together what has the same one', (scope, whose) => {
    expect(counterOf({ scope })).toBe(named('payments', 'daily', 'day', scope, whose, 'EUR'));
  });

  it.each([
    'de89 3704',
    'DE89-3704',
    ' DE89.3704\u200b',
    'ＤＥ８９３７０４',
    'DE89\u202e3704',
    'IBAN: DE89 3704',
    'DE89 3704\u3164',
    'DE\u115F89\uFFA03704',
    'DE٨٩٣٧٠٤',
  ])('takes the payee %j for the same one', (to) => {
    expect(counterOf({}, { to })).toBe(counterOf({}));
  });

  it('takes a number for the payee that its digits name', () => {
    expect(counterOf({}, { to: 12 })).toBe(counterOf({}, { to: '12' }));
    expect(counterOf({}, { to: 12 })).not.toBe(counterOf({}, { to: 13 }));
  });

  it('counts currencies apart, however they are written', () => {
    expect(counterOf({}, { currency: 'eur' })).toBe(counterOf({}));
    expect(counterOf({}, { currency: 'USD' })).not.toBe(counterOf({}));
  });

  it.each([
    ['/amount is not an amount', {}, { amount: 'twelve' }],
    ['/sum is not an amount', { amount: '/sum' }, {}],
    ['/amount is negative', {}, { amount: -1 }],
    ['/currency is not a currency', {}, { currency: 'E\u200bUR' }],
    ['/currency is not a currency', {}, { currency: 7 }],
    ['/money is not a currency', { currency: '/money' }, {}],
    ['/to is not a payee', {}, { to: { iban: 'DE89' } }],
    ['/to is not a payee', {}, { to: ' - ' }],
    ['/to is not a payee', {}, { to: 'a'.repeat(1025) }],
    ['/who is not a payee', { payee: '/who' }, {}],
  ])('cannot count it where %s', (uncountable, changed, args) => {
    expect(count(changed, args)).toMatchObject({ uncountable });
  });
});

describe('[approval-policy.limits.declared] a limit that names no amount', () => {
  const byPayment: PolicyLimit = { name: 'daily', per: 'day', scope: 'payee', max: '100', then: 'deny' };
  const payment = (result: PaymentAccount['result'] = 'identified'): HeldPayment => ({
    declared: {
      amount: '/cents',
      unit: 'minor',
      currency: { constant: 'JPY' },
      payee: { account: { iban: '/to' } },
    },
    payee: { account: { result }, named: 'blind' },
  });
  const countDeclared = (changed: Partial<PolicyLimit> = {}, args: object = {}, paid = payment()) =>
    countCall([{ ...byPayment, ...changed }], { ...call, args: { cents: 1250, ...args }, payment: paid })[0];

  it('counts the declared payment in major units, by its currency and its account', () => {
    expect(countDeclared()).toEqual({
      limit: byPayment,
      amount: '1250',
      counter: named('payments', 'daily', 'day', 'payee', 'blind', 'JPY'),
    });
    const limit: PolicyLimit = { ...byPayment, scope: 'subject', per: 'month' };
    expect(countDeclared(limit)).toMatchObject({
      counter: named('payments', 'daily', 'month', 'subject', 'eve', 'JPY'),
    });
    expect(countDeclared({ per: 'call' })).toEqual({ limit: { ...byPayment, per: 'call' }, amount: '1250' });
  });

  it.each<[string, object, HeldPayment]>([
    ['/cents is negative', { cents: '-1' }, payment()],
    ['/cents is not an amount', { cents: '12,50' }, payment()],
    ['/cents has too many digits', { cents: '0.1234567890123456789' }, payment()],
    ['the account of the payee is malformed', {}, payment('malformed')],
  ])('cannot count it where %s', (uncountable, args, paid) => {
    expect(countDeclared({}, args, paid)).toMatchObject({ uncountable });
  });

  it('cannot count a call whose patch declares no payment', () => {
    expect(countCall([byPayment], call)).toEqual([
      { limit: byPayment, uncountable: 'the patch declares no payment' },
    ]);
  });

  it('counts a payment to an unknown or malformed account, where accounts are not counted apart', () => {
    expect(countDeclared({}, {}, payment('not_found'))).toMatchObject({ amount: '1250' });
    expect(countDeclared({ scope: 'workspace' }, {}, payment('malformed'))).toMatchObject({ amount: '1250' });
  });
});
