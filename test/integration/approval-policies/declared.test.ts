import { beforeEach, expect, it } from 'vitest';
import { json, startHost } from '../../support/acting.ts';
import { threadOf } from '../../support/acting-run.ts';
import { perFile } from '../../support/per-file.ts';
import { allowAll, pay, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);
beforeEach(() => {
  host.calls.length = 0;
  host.answer = (_, response) => json(response, 200, { ok: true });
});

const declaring = {
  input_schema: { type: 'object' as const, properties: { cents: {}, currency: {}, iban: {} } },
  payment: {
    amount: '/cents',
    unit: 'minor',
    currency: '/currency',
    payee: { account: { iban: '/iban' } },
  },
  request: { method: 'POST', path: '/pay', body: { cents: '{{cents}}' } },
};
const board = [{ approvals: 2, group: 'board' }];
const groups = { board: ['bo', 'cy'] };
const german = 'DE89370400440532013000';
const payment = { cents: 6000, currency: 'EUR', iban: german };

/** A limit of 100 for a payee a day, of the declared payments. */
const limit = { name: 'daily', per: 'day', scope: 'payee', max: '100', then: 'deny' };
const second = {
  name: 'large',
  then: 'hold',
  stages: board,
  when: { properties: { patch: { const: 'none' } } },
};
const rules = [second, ...allowAll];

const outcome = ({ call }: Awaited<ReturnType<typeof pay>>) => call.error?.code ?? call.status;

it('[approval-policy.limits.declared] a limit counts declared payments by account and currency, in major units', async () => {
  const acting = await startPaying(service, { rules, limits: [limit] }, { host, groups, patch: declaring });
  expect(outcome(await pay(acting, payment))).toBe('ok');
  const spelled = { ...payment, iban: 'de89 3704 0044 0532 0130 00', cents: '4001' };
  const denied = await pay(acting, spelled);
  expect(outcome(denied)).toBe('denied_by_policy');
  // It was read before it was denied, and nothing of it is sent.
  expect(denied.call).toMatchObject({ payment: { amount: '40.01', currency: 'EUR' } });
  expect(outcome(await pay(acting, { ...spelled, cents: '4000' }))).toBe('ok');
  expect(outcome(await pay(acting, { ...payment, iban: 'FR1420041010050500013M02606' }))).toBe('ok');
  expect(outcome(await pay(acting, { ...payment, currency: 'KWD' }))).toBe('ok');
  expect(outcome(await pay(acting, { ...payment, currency: 'JPY' }))).toBe('denied_by_policy');
  expect(host.calls).toHaveLength(4);
});

it.each<[string, object, string]>([
  ['an amount below nothing', { cents: -1 }, '/cents is negative'],
  ['an amount with a comma', { cents: '12,50' }, '/cents is not an amount'],
  ['an amount of ten thousand digits', { cents: '9'.repeat(10_000) }, '/cents is not an amount'],
  ['an amount that no double holds', { cents: '1e400' }, '/cents has too many digits'],
  ['no currency', { currency: 'E' }, '/currency is not a currency'],
  ['a malformed account', { iban: 'DE1' }, 'the account of the payee is malformed'],
])('[approval-policy.limits.declared] %s is held by all stages', async (_, args, fault) => {
  const acting = await startPaying(service, { rules, limits: [limit] }, { host, groups, patch: declaring });
  const { thread } = await pay(acting, { ...payment, ...args });
  const { pending_confirmation } = await threadOf(acting.client, thread);
  expect(pending_confirmation?.approvals).toMatchObject({ required: 2 });
  expect(pending_confirmation?.notes).toContain(`The limit "daily" cannot count this: ${fault}.`);
  expect(host.calls).toHaveLength(0);
});

const large = {
  required: ['payment'],
  properties: { payment: { required: ['amount'], properties: { amount: { exclusiveMinimum: 50 } } } },
};

it('[approval-policy.facts] a condition compares the amount in major units', async () => {
  const policy = { rules: [{ name: 'large', when: large, then: 'deny' }, ...allowAll] };
  const acting = await startPaying(service, policy, { host, patch: declaring });
  expect(outcome(await pay(acting, { ...payment, cents: '5000' }))).toBe('ok');
  expect(outcome(await pay(acting, { ...payment, cents: '5001' }))).toBe('denied_by_policy');
  expect(outcome(await pay(acting, { ...payment, cents: 50, currency: 'JPY' }))).toBe('ok');
  expect(outcome(await pay(acting, { ...payment, cents: 51, currency: 'JPY' }))).toBe('denied_by_policy');
});

it('[approval-policy.facts] [approval-policy.limits.declared] [approval-policy.checks.declared] a call whose patch declares no payment is held by all stages', async () => {
  const { payment: _, ...plain } = declaring;
  const noted = async (policy: object) => {
    const acting = await startPaying(service, { rules, ...policy }, { host, groups, patch: plain });
    const { thread } = await pay(acting, payment);
    const { pending_confirmation } = await threadOf(acting.client, thread);
    expect(pending_confirmation?.approvals).toMatchObject({ required: 2 });
    return pending_confirmation?.notes;
  };
  expect(await noted({ limits: [limit] })).toEqual([
    'The limit "daily" cannot count this: the patch declares no payment.',
  ]);
  expect(await noted({ checks: [{ type: 'identify' }] })).toEqual([
    'A check of the policy finds no account: the patch declares no payment.',
  ]);
  const conditional = [{ ...second, when: large }, ...allowAll];
  expect(await noted({ rules: conditional })).toEqual([
    'The conditions of the policy cannot be judged for these arguments.',
  ]);
  expect(host.calls).toHaveLength(0);
});
