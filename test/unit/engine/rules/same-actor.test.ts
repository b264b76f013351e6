import { describe, expect, it } from 'vitest';
import { advance } from '#engine/rules/advance.ts';
import { mayDecide } from '#engine/rules/two-actors.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { canBeFulfilled } from '#engine/rules/policies/stages.ts';
import { isSameActor } from '#contract/same-actor.ts';
import { context, paused } from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

/** Ways to write one person that a reader, or a mail server, takes for the same. */
const variants = [
  'Zoë@Bank.example',
  'zoe\u0308@bank.example',
  ' zoë@bank.example\u00A0',
  'zoë\u200B@bank.example',
  'zoë@bank.example\u202E',
  '\uFF5Aoë@bank.example',
  'zoë\u{E0041}@bank.example',
];
const approval = (actor: string): Input => ({
  type: 'decision',
  tool_call_id: 'call',
  decision: 'approve',
  actor,
  via: 'api_key',
  request_id: `by ${actor}`,
});

describe('one person by several names', () => {
  it.each(variants)('[gate.approvals] %j counts once, and can take the approval back', (variant) => {
    const gate = { ...plainGate, stages: [{ approvals: 2 }] };
    const { after } = changed(
      advance(
        paused('confirmation', { call: { applied_gate: gate } }),
        approval('zoë@bank.example'),
        context(),
      ),
    );
    expect(advance(after, approval(variant), context()).outcome).toBe('unchanged');
    const withdrawal: Input = {
      type: 'withdrawal',
      via: 'api_key',
      tool_call_id: 'call',
      actor: variant,
      request_id: 'back',
    };
    expect(changed(advance(after, withdrawal, context())).after.calls[0]?.approvals).toEqual([]);
    expect(changed(advance(after, approval('zoe@bank.example'), context())).directive.next).toBe('execute');
  });

  it.each(variants)('[gate.forbidden-approver] %j may not approve the own call', (variant) => {
    const stored = paused('confirmation', {
      call: { applied_gate: { ...plainGate, exclude_subject: true } },
      run: { subject_ref: 'zoë@bank.example' },
    });
    expect(() => advance(stored, approval(variant), context())).toThrow(
      expect.objectContaining({ code: 'forbidden_approver' }),
    );
  });

  it.each(variants)('[change.two-actors] %j cannot approve the own change', (actor) => {
    const change = {
      state: 'proposed' as const,
      proposed: { actor: 'zoë@bank.example', via: 'api_key' as const },
    };
    expect(() => mayDecide(change, 'approved', { actor, via: 'api_key' })).toThrow(
      expect.objectContaining({ code: 'forbidden_approver' }),
    );
  });

  it.each(variants)(
    '[approval-policy.publish.groups] %j and the other name do not fulfil a stage of two',
    (variant) => {
      const members = new Map([['finance', ['zoë@bank.example', variant]]]);
      expect(canBeFulfilled([{ approvals: 2, group: 'finance' }], members)).toBe(false);
    },
  );
});

it('people whose names differ in more are different people', () => {
  for (const other of ['zoe@bank.example', 'zoë.@bank.example', 'zoë@bank.exampl', 'zoë+1@bank.example'])
    expect(isSameActor('zoë@bank.example', other)).toBe(false);
});
