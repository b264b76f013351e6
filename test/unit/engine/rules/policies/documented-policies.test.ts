import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import { applyPolicy } from '#engine/rules/policies/apply-policy.ts';
import type { HeldPayment } from '#engine/documents/held-payment.ts';
import { countCall } from '#engine/rules/policies/counted.ts';
import { judgeableConditions, matchOf } from '#engine/rules/policies/facts.ts';
import { conditionValue } from '#engine/rules/policies/policy-call.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/approvals.md'), 'utf8');
/** The rows of the table of examples: what is wished, and the policy. */
const examples = new Map(
  [...page.matchAll(/^\| (?<wish>[^|]+?) +\| `(?<policy>\{"rules".*\})` +\|$/gm)].map(({ groups }) => [
    groups?.['wish'] ?? '',
    ApprovalPolicyDefinition.parse({ key: 'example', ...JSON.parse(groups?.['policy'] ?? '') }),
  ]),
);

const schemas = new SchemaPool();
afterAll(async () => await schemas.close());

/** The payment of calls that have cents. */
const payment: HeldPayment = {
  declared: {
    amount: '/cents',
    unit: 'minor',
    currency: { constant: 'EUR' },
    payee: { account: { iban: '/to' } },
  },
  payee: { account: { result: 'identified' }, named: 'blind' },
};

/** Known payees were paid before, and others were paid at another account lately. */
function factsOf({ known }: Record<string, unknown>): NonNullable<HeldPayment['facts']> {
  const paid = { payments: known === true ? 1 : 0, other_account: known === 'elsewhere' };
  return { ...paid, status: 'open', known_name: known === true, subject: paid };
}

/** An example's decision on a call, with the given usage of its limits. */
async function decide(wish: string, args: Record<string, unknown>, used = '0') {
  const policy = examples.get(wish);
  if (policy === undefined) throw new Error(`there is no example ${wish}`);
  const { rules, limits = [] } = policy;
  const call = {
    args,
    patch: 'send_payment',
    risk: 'high' as const,
    subject_ref: 'eve',
    agent: { id: 'a', key: 'b' },
    payment: 'cents' in args || 'known' in args ? { ...payment, facts: factsOf(args) } : undefined,
    now: new Date('2026-11-30T00:00:00Z'),
  };
  const value = conditionValue(call);
  const conditions = judgeableConditions(rules, value);
  const first = await schemas.firstFulfilled('one', conditions, value);
  const match = matchOf(first, conditions.length === rules.length);
  const counted = countCall(limits, { ...call, policy: 'example', nameOf: JSON.stringify });
  const counters = counted.flatMap((each) =>
    'counter' in each && each.counter ? [[each.counter, used] as const] : [],
  );
  const paying = call.payment !== undefined;
  const result = applyPolicy({ ref: 'example@1', policy, match, counted, paying, used: new Map(counters) });
  const stages =
    result.verdict === 'hold'
      ? [
          ...result.stages.map(({ approvals, group = 'anybody' }) => `${approvals} of ${group}`),
          ...(result.checks ?? []).map(({ type }) => type),
        ]
      : [];
  return [result.verdict, 'rule' in result.rule ? result.rule.rule : '', ...stages];
}

describe('[approval-policy.examples] the examples of the documentation', () => {
  it('are eight', () => {
    expect([...examples.keys()]).toEqual([
      'Four eyes above 10,000',
      'A new payee always',
      "A day's limit for a subject",
      'Deny a country',
      "A month's limit, then the board",
      "A payee's bank as it was shown",
      'A payment by any patch',
      'A new or moved payee',
    ]);
  });

  it.each([
    ['Four eyes above 10,000', { amount: 10_000 }, '0', ['allow', 'small']],
    ['Four eyes above 10,000', { amount: 10_000.01 }, '0', ['hold', 'four eyes', '2 of finance']],
    ['Four eyes above 10,000', { amount: '5' }, '0', ['hold', null, '2 of finance']],
    ['Four eyes above 10,000', { amount: -5 }, '0', ['hold', 'four eyes', '2 of finance']],
    ['Four eyes above 10,000', {}, '0', ['hold', 'four eyes', '2 of finance']],
    ['A new payee always', { to: 'DE89370400440532013000' }, '0', ['allow', 'known payee']],
    ['A new payee always', { to: 'DE89370400440532013001' }, '0', ['hold', 'new payee', '1 of finance']],
    ['A new payee always', {}, '0', ['hold', 'new payee', '1 of finance']],
    ["A day's limit for a subject", { amount: 20_000, currency: 'EUR' }, '30000', ['allow', 'all']],
    ["A day's limit for a subject", { amount: 20_000.01, currency: 'EUR' }, '30000', ['deny', 'all']],
    ["A day's limit for a subject", { amount: 1 }, '0', ['hold', 'all', '1 of anybody']],
    ['Deny a country', { country: 'KP' }, '0', ['deny', 'embargo']],
    ['Deny a country', { country: 'DE' }, '0', ['hold', 'others', '1 of anybody']],
    ['Deny a country', {}, '0', ['hold', 'others', '1 of anybody']],
    ["A month's limit, then the board", { amount: 5 }, '999995', ['hold', 'all', '1 of finance']],
    [
      "A payee's bank as it was shown",
      { to: 'DE1' },
      '0',
      ['hold', 'all', '2 of finance', 'identify', 'approval_age'],
    ],
    ['A payment by any patch', { cents: 1_000_000 }, '0', ['allow', 'others']],
    ['A payment by any patch', { cents: 1_000_001 }, '0', ['hold', 'large', '2 of finance', 'identify']],
    ['A payment by any patch', { cents: 1_000_000 }, '10000.01', ['deny', 'others']],
    ['A new or moved payee', { known: true }, '0', ['allow', 'known payee']],
    ['A new or moved payee', { known: false }, '0', ['hold', 'new payee', '2 of finance']],
    ['A new or moved payee', { known: 'elsewhere' }, '0', ['hold', 'moved account', '1 of board']],
    ['A new or moved payee', {}, '0', ['hold', null, '1 of board', '2 of finance']],
    ['A payment by any patch', { cents: -1 }, '0', ['hold', null, '2 of finance', 'identify']],
    ['A payment by any patch', { amount: 1 }, '0', ['hold', null, '2 of finance', 'identify']],
    [
      "A month's limit, then the board",
      { amount: 6 },
      '999995',
      ['hold', 'all', '1 of finance', '1 of board'],
    ],
  ])('%s: %j, where %s is used', async (wish, args, used, expected) => {
    expect(await decide(wish, args, used)).toEqual(expected);
  });
});
