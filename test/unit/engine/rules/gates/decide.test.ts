import { describe, expect, it } from 'vitest';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { HoldingGate } from '#engine/documents/applied-gate.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import { advance } from '#engine/rules/advance.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { context, paused, pause } from '../../../../support/rules/documents.ts';
import { changed, contents } from '../../../../support/rules/outcomes.ts';

type Decision = Extract<Input, { type: 'decision' }>;
let requests = 0;
const by = (actor: string, fields: Partial<Decision> = {}): Decision => ({
  type: 'decision',
  tool_call_id: 'call',
  decision: 'approve',
  actor,
  via: 'token',
  request_id: `request-${(requests += 1)}`,
  ...fields,
});
const withdrawal = (actor: string): Input => ({
  type: 'withdrawal',
  via: 'api_key',
  tool_call_id: 'call',
  actor,
  request_id: `request-${(requests += 1)}`,
});

const held = (gate: Partial<HoldingGate> = {}, digest?: string): LoadedRun =>
  paused('confirmation', {
    call: { applied_gate: { ...plainGate, ...gate } },
    ...(digest === undefined ? {} : { run: { pauses: [pause('confirmation', { digest })] } }),
  });
const after = (stored: LoadedRun, ...inputs: Input[]): LoadedRun =>
  inputs.reduce((loaded, input) => changed(advance(loaded, input, context())).after, stored);
const two = { stages: [{ approvals: 2 }] };
const code = (code: string) => expect.objectContaining({ code });
const at = context().now.toISOString();

describe('a call that needs two approvals', () => {
  it('[gate.approvals] [gate.approvals.shown] [event.type.write-approval-recorded] stays held after the first, which is shown and told', () => {
    const { changes, after: stored, directive } = changed(advance(held(two), by('ada'), context()));
    const approvals = { required: 2, given: [{ actor: 'ada', via: 'token', at }] };
    expect(changes.run).toMatchObject({ state: 'awaiting_input', pauses: [{ approved_by: ['ada'] }] });
    expect(contents(stored)[0]).toMatchObject({ approvals });
    expect(changes.events).toMatchObject([{ type: 'write.approval_recorded' }]);
    expect(fromJsonText(changes.events[0]?.data ?? toJsonText({}))).toEqual({
      tool_call_id: 'call',
      actor: 'ada',
      decision: 'approve',
      approvals,
    });
    expect(directive).toMatchObject({ next: 'pause', tool_call_id: 'call' });
    expect(stored.thread.pauses).toHaveLength(1);
  });

  it('[gate.approvals] is made after the second, of somebody else', () => {
    const first = after(held(two), by('ada'));
    expect(advance(first, by('ada'), context())).toMatchObject({ outcome: 'unchanged' });
    const { changes, directive } = changed(advance(first, by('bo'), context()));
    expect(directive).toMatchObject({ next: 'execute' });
    expect(changes.calls).toMatchObject([{ set: { decision: { actor: 'bo' } } }]);
    expect(changes.run.outbox).toMatchObject({ kind: 'resume', tool_call_id: 'call' });
  });

  it('[gate.approvals] is rejected by one rejection', () => {
    const { changes } = changed(
      advance(after(held(two), by('ada')), by('bo', { decision: 'reject' }), context()),
    );
    expect(changes.calls).toMatchObject([{ set: { status: 'failed', result: '{"declined":true}' } }]);
  });

  it('[gate.withdraw] forgets an approval that was taken back, and keeps it for the trace', () => {
    const withdrawn = after(held(two), by('ada'), withdrawal('ada'));
    expect(withdrawn.calls).toMatchObject([{ approvals: [], withdrawn_decisions: [{ actor: 'ada' }] }]);
    expect(withdrawn.run.pauses?.[0]?.approved_by).toBeUndefined();
    expect(advance(withdrawn, withdrawal('ada'), context())).toMatchObject({ outcome: 'unchanged' });
    expect(changed(advance(withdrawn, by('bo'), context())).directive).toMatchObject({ next: 'pause' });
    const made = after(withdrawn, by('bo'), by('ada'));
    expect(() => advance(made, withdrawal('ada'), context())).toThrow(code('unknown_confirmation'));
  });

  it('is not approved again by a repetition of a request that was taken back', () => {
    const first = by('ada');
    const withdrawn = after(held(two), first, withdrawal('ada'));
    expect(advance(withdrawn, first, context())).toMatchObject({ outcome: 'unchanged' });
  });

  it('[gate.withdraw.request] an approval given after one was taken back counts, and a repetition of the withdrawal leaves it', () => {
    const back = withdrawal('ada');
    const again = after(held(two), by('ada'), back, by('ada'));
    expect(again.calls).toMatchObject([{ approvals: [{ actor: 'ada' }] }]);
    expect(advance(again, back, context())).toMatchObject({ outcome: 'unchanged' });
    expect(contents(again)[0]).toMatchObject({
      approvals: { withdrawn: 1 },
    });
    expect(changed(advance(again, by('bo'), context())).directive).toMatchObject({ next: 'execute' });
  });

  it('[gate.withdraw.request] a request with the id of somebody else is one of its own', () => {
    const first = by('ada');
    const approved = after(held(two), first);
    expect(changed(advance(approved, { ...first, actor: 'bo' }, context())).directive).toMatchObject({
      next: 'execute',
    });
    const withdrawn = after(held({ stages: [{ approvals: 3 }] }), first, by('bo'), withdrawal('ada'));
    expect(changed(advance(withdrawn, { ...first, actor: 'cy' }, context())).after.calls).toMatchObject([
      { approvals: [{ actor: 'bo' }, { actor: 'cy' }] },
    ]);
  });

  it('needs all of its approvals anew when it could not be sent in time', () => {
    const made = after(held(two), by('ada'), by('bo'));
    const lapsed = changed(
      advance(made, { type: 'approval_lapsed', tool_call_id: 'call', valid_ms: 0 }, context()),
    ).after;
    expect(lapsed.calls[0]?.lapsed_decisions?.map(({ actor }) => actor)).toEqual(['ada', 'bo']);
    expect(lapsed.calls[0]).not.toHaveProperty('approvals');
    const again = after(lapsed, {
      type: 'calls_held',
      calls: [{ tool_call_id: 'call' }],
      pause_ttl_seconds: 60,
    });
    expect(changed(advance(again, by('bo'), context())).directive).toMatchObject({ next: 'pause' });
  });
});

describe('stages', () => {
  const stages = [
    { approvals: 1, group: 'desk' },
    { approvals: 1, via: ['console' as const] },
  ];
  const memberships = [{ group: 'desk', actor: 'ada' }];

  it('[gate.forbidden-approver] are fulfilled in order, each by whom it accepts, and an actor counts once over all', () => {
    const stored = held({ stages });
    expect(() => advance(stored, by('ada'), context())).toThrow(code('forbidden_approver'));
    const { changes, after: first } = changed(advance(stored, by('ada', { memberships }), context()));
    expect(changes.memberships).toEqual(memberships);
    expect(contents(first)[0]).toMatchObject({
      approvals: {
        required: 2,
        stage: { number: 2, of: 2, required: 1, given: 0, via: ['console'] },
      },
    });
    expect(() => advance(first, by('bo'), context())).toThrow(code('forbidden_approver'));
    expect(advance(first, by('ada', { via: 'console' }), context()).outcome).toBe('unchanged');
    expect(changed(advance(first, by('bo', { via: 'console' }), context())).directive).toMatchObject({
      next: 'execute',
    });
  });

  it('begin anew where an approval of an earlier one is taken back', () => {
    const first = after(held({ stages }), by('ada', { memberships }), withdrawal('ada'));
    expect(() => advance(first, by('bo', { via: 'console' }), context())).toThrow(code('forbidden_approver'));
  });
});

it('[gate.forbidden-approver] a subject that the gate excludes may reject and not approve', () => {
  const stored = held({ exclude_subject: true });
  expect(() => advance(stored, by('subject'), context())).toThrow(code('forbidden_approver'));
  expect(advance(stored, by('subject', { decision: 'reject' }), context()).outcome).toBe('changed');
  expect(advance(stored, by('ada'), context()).outcome).toBe('changed');
});

it('[gate.digest.compared] a decision is on what its digest covers', () => {
  const stored = held({ require_digest: true }, 'sha-256=:shown:');
  expect(() => advance(stored, by('ada'), context())).toThrow(code('invalid_request'));
  expect(() => advance(stored, by('ada', { digest: 'sha-256=:other:' }), context())).toThrow(
    code('stale_confirmation'),
  );
  const { changes } = changed(advance(stored, by('ada', { digest: 'sha-256=:shown:' }), context()));
  expect(changes.calls).toMatchObject([{ set: { decision: { digest: 'sha-256=:shown:' } } }]);
});
