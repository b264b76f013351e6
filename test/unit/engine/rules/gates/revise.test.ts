import { describe, expect, it } from 'vitest';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { AppliedGate, HoldingGate } from '#engine/documents/applied-gate.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import { advance } from '#engine/rules/advance.ts';
import { optionsApplied, plainGate } from '#engine/rules/gates/gate-of-call.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { context, later, paused, pause } from '../../../../support/rules/documents.ts';
import { changed, contents } from '../../../../support/rules/outcomes.ts';

type Revision = Extract<Input, { type: 'revision' }>;
const two: HoldingGate = { ...plainGate, stages: [{ approvals: 2 }] };
const connection = { id: 'connection', name: 'Bank', configuration: 'at first' };

const held = (gate: HoldingGate = plainGate): LoadedRun =>
  paused('confirmation', {
    call: { applied_gate: gate, connection },
    run: { pauses: [pause('confirmation', { digest: 'first' })] },
  });
const revision = (gate: AppliedGate, fields: Partial<Revision> = {}, connected = connection): Revision => ({
  type: 'revision',
  tool_call_id: 'call',
  revised: { args: toJsonText({ amount: 6 }), gate, summary: { title: 'Pay 6' }, connection: connected },
  actor: 'ada',
  via: 'token',
  request_id: 'next',
  ...fields,
});
const approval = (tool_call_id: string, actor = 'bo'): Input => ({
  type: 'decision',
  decision: 'approve',
  tool_call_id,
  actor,
  via: 'token',
  request_id: `${actor} ${tool_call_id}`,
});
const apply = (stored: LoadedRun, input: Input) => changed(advance(stored, input, context()));
const types = (changes: { events: { type: string }[] }) => changes.events.map(({ type }) => type);
const code = (code: string) => expect.objectContaining({ code });

describe('a held call whose arguments are revised', () => {
  it('[gate.revise] [gate.revise.approves] is declined, and the new one is made at once where one approval is enough', () => {
    const { changes, directive } = apply(held(), revision(plainGate, { detail: { note: 'typo' } }));
    expect(changes.calls).toMatchObject([
      { set: { status: 'failed', decision: { decision: 'reject', actor: 'ada' } } },
    ]);
    expect(fromJsonText(changes.calls[0]?.set.result ?? toJsonText({}))).toEqual({
      declined: true,
      detail: { note: 'typo', revised: true },
    });
    expect(changes.newCalls).toMatchObject([
      { _id: 'next', revised_from: 'call', args: toJsonText({ amount: 6 }), decision: { actor: 'ada' } },
    ]);
    expect(changes.newCalls[0]?.decision?.digest).not.toBe('first');
    expect(types(changes)).toEqual(['tool_call.completed', 'tool_call.started']);
    expect(directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'next' }] });
    expect(changes.run.outbox).toMatchObject({ kind: 'resume', tool_call_id: 'call' });
  });

  it('[gate.revise] [gate.revise.waits] leaves the run paused where more approvals are needed, and its workflow waits for the first call', () => {
    const approved = apply(held(two), approval('call')).after;
    const { changes, after, directive } = apply(approved, revision(two));
    expect(directive).toMatchObject({ next: 'pause', tool_call_id: 'call' });
    expect(changes.newCalls).toMatchObject([{ approvals: [{ actor: 'ada' }] }]);
    expect(changes.run.pauses?.[0]).toMatchObject({
      tool_call_id: 'next',
      approved_by: ['ada'],
    });
    expect(after.thread.pauses).toMatchObject([{ tool_call_id: 'call', calls: [{ tool_call_id: 'next' }] }]);
    expect(types(changes)).toEqual([
      'tool_call.completed',
      'write.confirmation_requested',
      'write.approval_recorded',
    ]);
    expect(contents(after)[0]).toMatchObject({
      tool_call_id: 'next',
      revised_from: 'call',
      approvals: { required: 2, given: [{ actor: 'ada' }] },
    });
    expect(() => advance(after, approval('call', 'eve'), context())).toThrow(code('unknown_confirmation'));
    expect(advance(after, approval('next', 'ada'), context())).toMatchObject({ outcome: 'unchanged' });
    const made = apply(after, approval('next'));
    expect(made.directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'next' }] });
    expect(made.changes.run.outbox).toMatchObject({ tool_call_id: 'call' });
  });

  it('[gate.revise.waits] ends with the pause that it was held in, whichever call is held by then', () => {
    const { after } = apply(held(two), revision(two));
    const expiry = {
      type: 'expiry',
      tool_call_id: 'call',
      expires_at: later(60).toISOString(),
    } as const;
    const expired = advance(after, expiry, context(later(61)));
    expect(changed(expired).changes.run).toMatchObject({ state: 'closed', reason: 'expired' });
    const declining: HoldingGate = { ...two, on_expiry: 'reject' };
    const goesOn = advance(apply(held(two), revision(declining)).after, expiry, context(later(61)));
    expect(changed(goesOn).changes.run.state).toBe('running');
  });

  it('[gate.revise.approves] is held without an approval if its gate does not accept one of the reviser', () => {
    for (const gate of [
      { ...plainGate, exclude_subject: true },
      { ...plainGate, stages: [{ approvals: 1, group: 'finance' }] },
      { ...plainGate, stages: [{ approvals: 1, via: ['console'] }] },
    ] as HoldingGate[]) {
      const { changes } = apply(held(), revision(gate));
      expect(changes.run).toMatchObject({ state: 'awaiting_input', pauses: [{ tool_call_id: 'next' }] });
      expect(changes.newCalls[0]?.approvals).toBeUndefined();
    }
  });

  it('[gate.revise.right] is refused to whoever could not approve it now, whatever its gate says about the new arguments', () => {
    const allowed = optionsApplied({ type: 'confirm' }, false);
    const excluding: HoldingGate = { ...plainGate, exclude_subject: true };
    const board: HoldingGate = { ...plainGate, stages: [{ approvals: 1 }, { approvals: 1, group: 'board' }] };
    const atBoard = apply(held(board), approval('call', 'bo')).after;
    const memberships = [{ group: 'finance', actor: 'ada' }];
    for (const [stored, fields] of [
      [held(excluding), { actor: 'subject' }],
      [held(excluding), { actor: ' SUBJECT' }],
      [held({ ...plainGate, stages: [{ approvals: 1, group: 'finance' }] }), {}],
      [held({ ...plainGate, stages: [{ approvals: 1, via: ['console'] }] }), {}],
      [atBoard, { memberships }],
    ] as const) {
      expect(() => advance(stored, revision(allowed, fields as Partial<Revision>), context())).toThrow(
        code('forbidden_approver'),
      );
    }
    const finance = held({ ...plainGate, stages: [{ approvals: 1, group: 'finance' }] });
    const { changes, directive } = apply(finance, revision(allowed, { memberships }));
    expect(directive).toMatchObject({ next: 'execute' });
    expect(changes.memberships).toEqual(memberships);
  });

  it('[gate.makers] has its reviser for a maker: another person has to approve and to revise it', () => {
    const excluding: HoldingGate = { ...plainGate, exclude_subject: true };
    const { after, changes } = apply(held(excluding), revision(excluding));
    expect(changes.run.pauses?.[0]?.excluded).toEqual(['subject', 'ada']);
    expect(() => advance(after, approval('next', 'Ada'), context())).toThrow(code('forbidden_approver'));
    const again = { tool_call_id: 'next', request_id: 'third' };
    expect(() => advance(after, revision(excluding, again), context())).toThrow(code('forbidden_approver'));
    const third = apply(after, revision(excluding, { ...again, actor: 'bo' }));
    expect(third.changes.run.pauses?.[0]?.excluded).toEqual(['subject', 'ada', 'bo']);
    expect(apply(third.after, approval('third', 'eve')).directive).toMatchObject({ next: 'execute' });
  });

  it('[gate.revise.right] [gate.revise.approves] relies on the memberships by which the reviser may revise and approve', () => {
    const memberships = [
      { group: 'finance', actor: 'ada' },
      { group: 'board', actor: 'ada' },
    ];
    const of = (group: string): HoldingGate => ({ ...plainGate, stages: [{ approvals: 1, group }] });
    expect(apply(held(of('finance')), revision(of('board'), { memberships })).changes.memberships).toEqual(
      memberships,
    );
    expect(apply(held(of('board')), revision(of('board'), { memberships })).changes.memberships).toEqual(
      memberships.slice(1),
    );
  });

  it('[gate.revise.approves] is held without an approval if it would be sent elsewhere than was shown', () => {
    const moved = { ...connection, configuration: 'changed' };
    expect(apply(held(), revision(plainGate, {}, moved)).changes.run.state).toBe('awaiting_input');
  });

  it('[gate.revise] is made if its gate does not hold the new arguments, and refused if it denies them', () => {
    const allowed = optionsApplied({ type: 'confirm' }, false);
    const { changes, directive } = apply(held(two), revision(allowed));
    expect(changes.newCalls).toMatchObject([{ gate: null, applied_gate: allowed }]);
    expect(directive).toMatchObject({ next: 'execute' });
    const rule = { type: 'confirm', verdict: 'hold' } as const;
    const denied: AppliedGate = { verdict: 'deny', rule, message: 'The rule embargo denies it.' };
    expect(() => advance(held(), revision(denied), context())).toThrow(code('denied_by_policy'));
  });

  it('[gate.revise] is not revised twice by one request, nor after it was decided', () => {
    const { after } = apply(held(two), revision(two));
    expect(advance(after, revision(two), context())).toMatchObject({ outcome: 'unchanged' });
    expect(() => advance(after, revision(two, { request_id: 'other' }), context())).toThrow(
      code('unknown_confirmation'),
    );
    const again = apply(after, revision(two, { tool_call_id: 'next', request_id: 'third' }));
    expect(again.changes.run.pauses).toMatchObject([{ tool_call_id: 'third' }]);
    expect(again.changes.thread?.pauses).toMatchObject([{ tool_call_id: 'call' }]);
    expect(again.changes.newCalls).toMatchObject([{ revised_from: 'next', index: 2 }]);
  });

  it('[gate.rejected-before.revised] is judged again if a call of the thread was turned down since its new arguments were', () => {
    const stored = held();
    const since = { ...stored, thread: { ...stored.thread, turned_down: 1 } };
    const judged = (turned_down_known: number): Revision => {
      const input = revision(plainGate);
      return { ...input, revised: { ...input.revised, asked: ['same'], turned_down_known } };
    };
    expect(() => advance(since, revision(plainGate), context())).toThrow('turned down meanwhile');
    expect(() => advance(since, judged(0), context())).toThrow('turned down meanwhile');
    expect(apply(since, judged(1)).changes.newCalls).toMatchObject([{ turned_down_known: 1 }]);
  });

  it('[gate.rejected-before.revised] asks for what it was corrected to, and is turned down together with what it was corrected from', () => {
    const judged = (input: Revision, asked: string): Revision => ({
      ...input,
      revised: { ...input.revised, asked: [asked] },
    });
    const stored = { ...held(two), calls: held(two).calls.map((call) => ({ ...call, asked: ['first'] })) };
    const once = apply(stored, judged(revision(two), 'second'));
    expect(once.changes.newCalls).toMatchObject([{ asked: ['second'], asked_before: ['first'] }]);
    const third = { tool_call_id: 'next', request_id: 'third' };
    const twice = apply(once.after, judged(revision(two, third), 'third'));
    expect(twice.changes.newCalls).toMatchObject([{ asked: ['third'], asked_before: ['first', 'second'] }]);
    const { changes } = apply(twice.after, { ...approval('third'), decision: 'reject' } as Input);
    expect(changes.calls[0]?.set.turned_down?.asked).toEqual(['first', 'second', 'third']);
  });

  it('[gate.revise] is not revised without end', () => {
    let stored = held(two);
    let tool_call_id = 'call';
    for (let revisions = 1; revisions <= 20; revisions += 1) {
      const request_id = `next-${revisions}`;
      stored = apply(stored, revision(two, { tool_call_id, request_id })).after;
      tool_call_id = request_id;
    }
    const further = revision(two, { tool_call_id, request_id: 'further' });
    expect(() => advance(stored, further, context())).toThrow(code('invalid_request'));
    expect(apply(stored, approval(tool_call_id)).directive).toMatchObject({ next: 'execute' });
  });

  it('[gate.revise] [gate.digest.compared] is refused by the digest of something else', () => {
    expect(() => advance(held(), revision(plainGate, { digest: 'other' }), context())).toThrow(
      code('stale_confirmation'),
    );
  });

  it('[gate.revise.audited] is told in the audit log: that it was declined, revised and approved', () => {
    const { changes } = apply(held(), revision(plainGate));
    expect(changes.audit.map(({ type, actor, target }) => [type, actor, target?.id])).toEqual([
      ['call.decided', 'ada', 'call'],
      ['call.revised', 'ada', 'next'],
      ['call.decided', 'ada', 'next'],
    ]);
  });
});
