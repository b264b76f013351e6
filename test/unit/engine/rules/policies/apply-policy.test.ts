import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PolicyLimit, PolicyRule } from '#contract/approval-policy.ts';
import { applyPolicy, type PolicyInput } from '#engine/rules/policies/apply-policy.ts';
import type { Counted } from '#engine/rules/policies/counted.ts';

const one = [{ approvals: 1 }];
const four = [{ approvals: 2, group: 'finance' }];
const twice = [{ approvals: 1 }, { approvals: 2, group: 'board', via: ['token' as const] }];
const allow: PolicyRule = { name: 'small', then: 'allow' };
const hold: PolicyRule = { name: 'large', then: 'hold', stages: four };
const deny: PolicyRule = { name: 'embargo', then: 'deny' };
const daily: PolicyLimit = {
  name: 'daily',
  amount: '/amount',
  per: 'day',
  scope: 'workspace',
  max: '100',
  then: 'deny',
};
const monthly: PolicyLimit = { ...daily, name: 'monthly', per: 'month', then: 'hold', stages: twice };
const each: PolicyLimit = { ...daily, name: 'each', per: 'call', max: '50', then: 'hold' };

const counts = (limit: PolicyLimit, amount: string): Counted =>
  limit.per === 'call' ? { limit, amount } : { limit, amount, counter: limit.name };

function apply(rules: PolicyRule[], parts: Partial<PolicyInput> = {}) {
  const limits = parts.counted?.map(({ limit }) => limit) ?? [];
  const policy = { rules, limits };
  return applyPolicy({ ref: 'payments@3', policy, match: 0, counted: [], used: new Map(), ...parts });
}

describe('[approval-policy.apply] a policy', () => {
  it('allows, denies or holds a call by the rule that matches', () => {
    expect(apply([allow])).toEqual({
      verdict: 'allow',
      rule: { policy: 'payments@3', verdict: 'allow', rule: 'small', limits: [] },
    });
    expect(apply([deny])).toEqual({
      verdict: 'deny',
      rule: { policy: 'payments@3', verdict: 'deny', rule: 'embargo', limits: [] },
      message: expect.stringContaining('the rule "embargo"'),
    });
    expect(apply([allow, hold], { match: 1 })).toEqual({
      verdict: 'hold',
      rule: { policy: 'payments@3', verdict: 'hold', rule: 'large', limits: [] },
      stages: four,
    });
  });

  it('holds for one approval what no rule matches, and what a rule without stages holds', () => {
    const nothing = { policy: 'payments@3', verdict: 'hold', rule: null, limits: [] };
    expect(apply([allow], { match: -1 })).toEqual({ verdict: 'hold', rule: nothing, stages: one });
    expect(apply([{ name: 'all', then: 'hold' }])).toMatchObject({ stages: one });
  });

  it('says how a call is held as the rule does', () => {
    const options = {
      exclude_subject: true,
      ttl_seconds: 60,
      on_expiry: 'reject',
      require_digest: true,
    } as const;
    expect(apply([{ ...hold, ...options }])).toMatchObject(options);
  });

  it('reserves what limits for a period count, and nothing for a call alone', () => {
    const counted = [counts(daily, '40'), counts(each, '40')];
    expect(apply([allow], { counted })).toMatchObject({
      verdict: 'allow',
      reservations: [{ limit: 'daily', counter: 'daily', per: 'day', amount: '40', max: '100' }],
    });
  });

  it('lets a limit be reached exactly', () => {
    const used = new Map([['daily', '60']]);
    expect(apply([allow], { counted: [counts(daily, '40')], used }).verdict).toBe('allow');
    expect(apply([allow], { counted: [counts(daily, '40.000000000000000001')], used })).toMatchObject({
      verdict: 'deny',
      message: expect.stringContaining('the limit "daily"'),
      rule: { rule: 'small', limits: ['daily'] },
    });
  });

  it('[approval-policy.apply.add-up] holds by the stages of its rule, then by those of each limit that holds it, and says which', () => {
    const counted = [counts(monthly, '70'), counts(each, '70')];
    expect(apply([hold], { counted, used: new Map([['monthly', '40']]) })).toEqual({
      verdict: 'hold',
      rule: { policy: 'payments@3', verdict: 'hold', rule: 'large', limits: ['monthly', 'each'] },
      stages: [...four, ...twice],
      notes: [
        'It exceeds the limit "monthly": 100 for a month, of which 40 is used.',
        'It exceeds the limit "each": 50 for a call.',
      ],
      // It may be passed: that is what is approved.
      reservations: [{ limit: 'monthly', counter: 'monthly', per: 'month', amount: '70' }],
      amounts: [{ limits: ['monthly', 'each'], amount: '/amount' }],
    });
  });

  it('[approval-policy.apply.add-up] drops no stage of a limit because the rule asks for more approvals', () => {
    const board = { ...each, stages: [{ approvals: 1, group: 'board' }] };
    const five = { name: 'all', then: 'hold' as const, stages: [{ approvals: 5 }] };
    expect(apply([five], { counted: [counts(board, '70')] })).toMatchObject({
      stages: [{ approvals: 5 }, { approvals: 1, group: 'board' }],
    });
    expect(apply([], { match: -1, counted: [counts(board, '70')] })).toMatchObject({
      stages: [{ approvals: 1 }, { approvals: 1, group: 'board' }],
    });
  });

  it('[approval-policy.limits.options] a limit that holds takes its own options, and those that any rule of the policy has', () => {
    const strict: PolicyRule = { ...hold, exclude_subject: true, require_digest: true };
    const counted = [counts(each, '70')];
    expect(apply([allow, strict], { counted })).toMatchObject({
      stages: one,
      exclude_subject: true,
      require_digest: true,
    });
    expect(apply([allow, strict])).toMatchObject({ verdict: 'allow' });
    const own = [counts({ ...each, exclude_subject: true, require_digest: true }, '70')];
    expect(apply([allow], { counted: own })).toMatchObject({ exclude_subject: true, require_digest: true });
    expect(apply([allow], { counted })).not.toHaveProperty('exclude_subject');
  });

  it('[approval-policy.apply.unclear] holds what cannot be counted by all stages that the policy has, and says so', () => {
    const counted = [{ limit: daily, uncountable: '/amount is not an amount' }, counts(monthly, '1')];
    expect(apply([allow, { ...hold, exclude_subject: true }], { counted })).toEqual({
      verdict: 'hold',
      rule: { policy: 'payments@3', verdict: 'hold', rule: 'small', limits: ['daily'] },
      stages: [...four, ...twice],
      exclude_subject: true,
      notes: ['The limit "daily" cannot count this: /amount is not an amount.'],
      reservations: [{ limit: 'monthly', counter: 'monthly', per: 'month', amount: '1', max: '100' }],
      amounts: [{ limits: ['daily', 'monthly'], amount: '/amount' }],
    });
  });

  it('[approval-policy.apply.unclear] holds by all stages what no rule can be judged for', () => {
    expect(apply([allow, hold], { match: 'unknown' })).toMatchObject({
      verdict: 'hold',
      rule: { rule: null },
      stages: four,
      notes: ['The conditions of the policy cannot be judged for these arguments.'],
    });
    expect(apply([allow], { match: 'unknown' })).toMatchObject({ verdict: 'hold', stages: one });
  });

  it('[approval-policy.checks.declared] holds by all stages a call without a payment, if a check looks at its account', () => {
    const rules = [allow, hold, deny];
    const checks = [{ type: 'identify' as const }];
    const check = (parts: Partial<PolicyInput>) => apply([], { policy: { rules, checks }, ...parts });
    expect(check({})).toMatchObject({
      verdict: 'hold',
      rule: { rule: 'small' },
      stages: four,
      notes: ['A check of the policy finds no account: the patch declares no payment.'],
    });
    expect(check({ paying: true })).toMatchObject({ verdict: 'allow' });
    expect(check({ match: 2 })).toMatchObject({ verdict: 'deny' });
    const placed = [{ type: 'identify' as const, reference: { iban: '/iban' } }];
    expect(check({ policy: { rules, checks: placed } })).toMatchObject({ verdict: 'allow' });
  });
});

const stages = fc.array(fc.record({ approvals: fc.integer({ min: 1, max: 5 }) }), {
  minLength: 1,
  maxLength: 4,
});
const then = fc.constantFrom('allow', 'deny', 'hold');
const rules = fc
  .array(fc.tuple(then, stages), { maxLength: 4 })
  .map((all) =>
    all.map(([then, stages], n): PolicyRule =>
      then === 'hold' ? { name: `rule ${n}`, then, stages } : { name: `rule ${n}`, then },
    ),
  );
const limits = fc
  .array(fc.tuple(fc.boolean(), stages, fc.nat(20), fc.nat(20), fc.nat(20), fc.boolean()), { maxLength: 4 })
  .map((all) =>
    all.map(([denies, stages, max, amount, used, clear], n) => {
      const name = `limit ${n}`;
      const held = denies ? { then: 'deny' as const } : { then: 'hold' as const, stages };
      const limit: PolicyLimit = {
        name,
        amount: '/amount',
        per: 'day',
        scope: 'workspace',
        max: `${max}`,
        ...held,
      };
      const counted: Counted = clear
        ? { limit, amount: `${amount}`, counter: name }
        : { limit, uncountable: '/amount is not an amount' };
      return { limit, counted, passed: clear && used + amount > max, used };
    }),
  );

describe('[approval-policy.apply.add-up] of all that applies to a call, nothing is weakened', () => {
  it('whatever the rules and limits are', () => {
    fc.assert(
      fc.property(rules, limits, fc.nat(4), (rules, all, at) => {
        const match = at < rules.length ? at : -1;
        const rule = rules[match];
        const counted = all.map(({ counted }) => counted);
        const used = new Map(all.map(({ limit, used }) => [limit.name, `${used}`]));
        const result = apply(rules, { match, counted, used });

        const denies =
          rule?.then === 'deny' || all.some(({ passed, limit }) => passed && limit.then === 'deny');
        const unclear = counted.some((each) => 'uncountable' in each);
        const held = [
          ...(rule === undefined ? [one] : rule.then === 'hold' ? [rule.stages ?? one] : []),
          ...all.flatMap(({ passed, limit }) =>
            passed && limit.then === 'hold' ? [limit.stages ?? one] : [],
          ),
          ...(unclear
            ? [...rules, ...all.map(({ limit }) => limit)].flatMap(({ stages }) => (stages ? [stages] : []))
            : []),
        ];
        expect(result.verdict).toBe(denies ? 'deny' : unclear || held.length > 0 ? 'hold' : 'allow');
        // Whatever would hold it alone asks for no more than what holds it.
        const stages = result.verdict === 'hold' ? result.stages : [];
        for (const [index, list] of (denies ? [] : held).entries()) {
          const largest = [...list].map(({ approvals }) => approvals).toSorted((a, b) => b - a);
          const found = stages.map(({ approvals }) => approvals).toSorted((a, b) => b - a);
          expect(largest.every((approvals, at) => (found[at] ?? 0) >= approvals)).toBe(true);
          expect(index).toBeLessThan(held.length);
        }
        // Nothing is let through uncounted, and nothing is counted that is not let through.
        const reserved = result.verdict === 'deny' ? [] : (result.reservations ?? []);
        const countable = all.flatMap(({ counted, limit }) => ('amount' in counted ? [limit.name] : []));
        expect(reserved.map(({ limit }) => limit)).toEqual(denies ? [] : countable);
      }),
    );
  });
});
