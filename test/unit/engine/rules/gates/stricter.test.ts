import { expect, it } from 'vitest';
import type { AppliedGate, HoldingGate } from '#engine/documents/applied-gate.ts';
import { stricterGate } from '#engine/rules/gates/stricter.ts';

const rule = (name: string, verdict: 'allow' | 'hold' | 'deny'): AppliedGate['rule'] => ({
  policy: 'payments@1',
  verdict,
  rule: name,
  limits: name === 'before' ? ['daily'] : [],
});
const reservations = [{ limit: 'daily', counter: 'c', per: 'day' as const, amount: '5' }];
const allowed: AppliedGate = { verdict: 'allow', rule: rule('before', 'allow'), reservations };
const held = (parts: Partial<HoldingGate> = {}, name = 'now'): HoldingGate => ({
  verdict: 'hold',
  rule: rule(name, 'hold'),
  stages: [{ approvals: 1 }],
  ...parts,
});

it.each<[string, AppliedGate, AppliedGate]>([
  ['the same', held({}, 'before'), held()],
  ['fewer approvals', held({ stages: [{ approvals: 2 }] }, 'before'), held()],
  ['a call that is let through by now', held({}, 'before'), allowed],
  ['a call that was and is let through', allowed, allowed],
  ['a longer time to decide', held({}, 'before'), held({ ttl_seconds: 60 })],
  [
    'one of several stages',
    held(
      {
        stages: [
          { approvals: 1, group: 'team' },
          { approvals: 1, group: 'board' },
        ],
      },
      'before',
    ),
    held({ stages: [{ approvals: 1, group: 'board' }] }),
  ],
  ['a call that was denied', { verdict: 'deny', rule: rule('before', 'deny'), message: 'No.' }, held()],
])('[payee.facts.again] %s is not stricter', (_, before, now) => {
  expect(stricterGate(before, now)).toBeUndefined();
});

it.each<[string, Partial<HoldingGate>]>([
  ['more approvals', { stages: [{ approvals: 2 }] }],
  ['another group', { stages: [{ approvals: 1, group: 'board' }] }],
  ['excluded makers', { exclude_subject: true }],
  ['a required digest', { require_digest: true }],
  ['a longer cooling off', { cooling_off_seconds: 10 }],
  ['a further check', { checks: [{ type: 'approval_age', max_seconds: 5 }] }],
])('[payee.facts.again] %s is stricter, and the call keeps what it had', (_, parts) => {
  const before = held({ reservations, notes: ['Before.'] }, 'before');
  const gate = stricterGate(before, held({ ...parts, notes: ['Now.'] }));
  expect(gate).toMatchObject({ ...parts, stages: expect.anything() as unknown, reservations });
  expect(gate?.rule).toEqual({ ...rule('now', 'hold'), limits: ['daily'] });
  expect(gate?.notes).toEqual(['Before.', 'Now.']);
  // Held by it once, the call is not sent back again.
  expect(stricterGate(gate, held(parts))).toBeUndefined();
});

it('[payee.facts.again] a call that was let through is held with what limits have counted of it', () => {
  expect(stricterGate(allowed, held())).toMatchObject({
    verdict: 'hold',
    stages: [{ approvals: 1 }],
    reservations,
  });
});
