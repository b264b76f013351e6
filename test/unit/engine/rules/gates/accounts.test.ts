import { describe, expect, it } from 'vitest';
import type { ShownAccount } from '#contract/approval-check.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { HoldingGate } from '#engine/documents/applied-gate.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { advance } from '#engine/rules/advance.ts';
import { digestOf } from '#engine/rules/gates/digest.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { call, context, later, now, paused, working } from '../../../../support/rules/documents.ts';
import { changed, contents } from '../../../../support/rules/outcomes.ts';

const hourMs = 3_600_000;
const account = (name: string): ShownAccount => ({
  pointers: ['/to'],
  result: 'identified',
  rail: 'iban',
  reference: 'DE1',
  institution: { id: name, name },
});
const gate: HoldingGate = {
  ...plainGate,
  stages: [{ approvals: 2 }],
  checks: [
    { type: 'identify', reference: { iban: '/to' } },
    { type: 'approval_age', max_seconds: 600 },
  ],
};
const approval = (actor: string, created_at = now) => ({
  decision: 'approve' as const,
  actor,
  via: 'token' as const,
  request_id: actor,
  created_at,
});
const approved = call({
  gate: 'confirm',
  applied_gate: gate,
  args: toJsonText({ to: 'DE 1' }),
  accounts: [account('Old Bank')],
  approvals: [approval('eve')],
  decision: approval('mia', later(60)),
});
const lapsed = (accounts?: ShownAccount[]): Input => ({
  type: 'approval_lapsed',
  tool_call_id: 'call',
  valid_ms: hourMs,
  accounts,
});
const held = (accounts: ShownAccount[]): Input => ({
  type: 'calls_held',
  calls: [{ tool_call_id: 'call', accounts }],
  pause_ttl_seconds: 60,
});

describe('a call whose policy checks it before it is sent', () => {
  it('[approval-policy.checks.identify] goes back to its gate if an account leads elsewhere, and says what it was and is', () => {
    const elsewhere = [account('New Bank')];
    const back = changed(advance(working([approved]), lapsed(elsewhere), context(later(60))));
    expect(back.directive).toEqual({ next: 'hold', turn: 1, calls: ['call'] });
    expect(back.after.calls[0]?.lapsed_decisions).toMatchObject([
      { actor: 'eve', lapsed_because: 'identify' },
      { actor: 'mia', lapsed_because: 'identify' },
    ]);
    expect(back.changes.audit).toMatchObject([
      { type: 'call.approval_lapsed', details: { reason: 'identify' } },
    ]);
    const { changes, after } = changed(advance(back.after, held(elsewhere), context(later(61))));
    const [shown = {}] = contents(after);
    expect(shown).toMatchObject({
      accounts: elsewhere,
      approvals: { required: 2, given: [] },
      returned: { reason: 'identify', at: later(60).toISOString(), accounts: [account('Old Bank')] },
      expires_at: later(121).toISOString(),
    });
    expect(changes.events).toMatchObject([
      { type: 'write.confirmation_requested', data: after.calls[0]?.shown },
    ]);
    expect(after.calls[0]).not.toHaveProperty('decision');
    expect(after.calls[0]).not.toHaveProperty('approvals');
    expect(shown['digest']).not.toBe(digestOf(approved, context()));
  });

  it('[approval-policy.checks.identify] is left alone if it leads to the same, or may have been sent', () => {
    const same = lapsed([account('Old Bank')]);
    expect(advance(working([approved]), same, context(later(60))).outcome).toBe('unchanged');
    const sending = { attempts: 1, in_flight: true, until: later(90) };
    const stored = working([{ ...approved, sending }]);
    expect(advance(stored, lapsed([account('New Bank')]), context(later(60))).outcome).toBe('unchanged');
  });

  it('[approval-policy.checks.age] goes back to its gate if the oldest approval is too old, not the last one', () => {
    expect(advance(working([approved]), lapsed(), context(later(599))).outcome).toBe('unchanged');
    const { after } = changed(advance(working([approved]), lapsed(), context(later(600))));
    expect(after.calls[0]?.returned).toEqual({ reason: 'approval_age', at: later(600) });
  });

  it('[approval-policy.checks.identify] hides what its patch redacts, and has a digest that covers it', () => {
    const digest = (name: string, fields: Partial<ToolCallDocument>) =>
      digestOf({ ...approved, ...fields, accounts: [account(name)] }, context());
    expect(digest('Old Bank', {})).not.toBe(digest('New Bank', {}));
    const redact = { args: ['/to'] };
    const hidden = digest('Old Bank', { redact });
    expect(hidden).not.toBe(digest('New Bank', { redact }));
    expect(hidden).not.toBe(digest('Old Bank', {}));
    const undecided = call({ gate: 'confirm', applied_gate: gate, args: approved.args, redact });
    const { after } = changed(advance(working([undecided]), held([account('Old Bank')]), context()));
    expect(contents(after)[0]).toMatchObject({
      accounts: [{ pointers: ['/to'], result: 'hidden' }],
    });
    expect(after.calls[0]?.shown).not.toContain('Bank');
  });
});

it('[approval-policy.checks.identify] a revision approves nothing if its account was not shown to the reviser', () => {
  const one: HoldingGate = { ...gate, stages: [{ approvals: 1 }] };
  const stored = paused('confirmation', { call: { applied_gate: one, accounts: [account('Old Bank')] } });
  const revise = (name: string) =>
    changed(
      advance(
        stored,
        {
          type: 'revision',
          tool_call_id: 'call',
          revised: {
            args: toJsonText({ to: 'DE 2' }),
            gate: one,
            summary: { title: 'Pay' },
            accounts: [account(name)],
          },
          actor: 'ada',
          via: 'token',
          request_id: 'next',
        },
        context(),
      ),
    );
  expect(revise('Old Bank').directive.next).toBe('execute');
  expect(revise('New Bank').directive.next).toBe('pause');
});
