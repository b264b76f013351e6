import { describe, expect, it } from 'vitest';
import type { HoldingGate } from '#engine/documents/applied-gate.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { advance } from '#engine/rules/advance.ts';
import { directiveOf } from '#engine/rules/directive.ts';
import { withEnds } from '#engine/rules/ends.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { failure } from '#engine/rules/resolve-call.ts';
import {
  call,
  context,
  holding,
  judged,
  later,
  now,
  pause,
  run,
  thread,
  tool,
  turn,
  working,
} from '../../../../support/rules/documents.ts';
import { changed, contents } from '../../../../support/rules/outcomes.ts';

const ids = ['a', 'b', 'c'];
const gated = (_id: string, fields: Partial<ToolCallDocument> = {}) =>
  call({ _id, index: ids.indexOf(_id), gate: 'confirm', ...fields });
const three = holding(ids.map((id) => gated(id)));
const decide = (tool_call_id: string, decision: 'approve' | 'reject', actor = 'ada'): Input => ({
  type: 'decision',
  tool_call_id,
  decision,
  actor,
  via: 'token',
  request_id: `${decision} ${tool_call_id} ${actor}`,
});
const ok = (tool_call_id: string): Input => ({
  type: 'call_settled',
  tool_call_id,
  resolution: { status: 'ok' },
});
const apply = (stored: LoadedRun, ...inputs: Input[]): LoadedRun =>
  inputs.reduce((each, input) => changed(advance(each, input, context())).after, stored);
const states = ({ run: { state, reason }, calls }: LoadedRun) => [
  reason ?? state,
  ...calls.map(({ status, error, decision }) => error?.code ?? (decision ? decision.decision : status)),
];

describe('[gate.set.held-together] the calls of a turn that need a confirmation', () => {
  const gate = { gate: 'confirm' as const };

  it('are held in the write of the turn, with their places, and an event each', () => {
    const calls = [
      judged(tool({}, gate)),
      judged(tool({ interaction: 'interactive' })),
      judged(tool({}, gate)),
    ];
    const { changes, after, directive } = changed(
      advance({ run: run(), thread: thread(), calls: [] }, turn({ calls }), context()),
    );
    const [first, , second] = changes.newCalls;
    expect(changes.run.pauses?.map(({ tool_call_id }) => tool_call_id)).toEqual([first?._id, second?._id]);
    expect(contents(after)).toMatchObject([
      { set: { turn: 1, position: 1, of: 2 } },
      { set: { turn: 1, position: 2, of: 2 } },
    ]);
    expect(changes.events.map(({ type }) => type)).toEqual(
      Array.from({ length: 2 }, () => 'write.confirmation_requested'),
    );
    expect(changes.thread?.pauses).toMatchObject([{ calls: [{}, {}] }]);
    expect(directive).toMatchObject({ next: 'pause', tool_call_id: first?._id });
  });

  it('are held together after the calls without a gate, and those that cannot be made any more fail in the same write', () => {
    const stored = working([call({ status: 'ok' }), ...ids.map((id) => gated(id))]);
    expect(directiveOf(stored)).toEqual({ next: 'hold', turn: 1, calls: ids });
    const refusal = { code: 'no_connection', message: 'No connection.' } as const;
    const calls = ids.map((id) => ({ tool_call_id: id, ...(id === 'b' ? { refusal } : {}) }));
    const { changes } = changed(
      advance(stored, { type: 'calls_held', calls, pause_ttl_seconds: 60 }, context()),
    );
    expect(changes.run.pauses?.map(({ tool_call_id, position }) => [tool_call_id, position])).toEqual([
      ['a', 1],
      ['c', 2],
    ]);
    expect(changes.calls.find(({ before }) => before._id === 'b')?.set.error?.code).toBe('no_connection');
  });

  it('leave the run at work if none of them can be held', () => {
    const refusal = { code: 'no_connection', message: 'No connection.' } as const;
    const calls = [{ tool_call_id: 'a', refusal }];
    const { changes, directive } = changed(
      advance(working([gated('a')]), { type: 'calls_held', calls, pause_ttl_seconds: 60 }, context()),
    );
    expect(changes.run.state).toBe('running');
    expect(directive).toEqual({ next: 'turn', turn: 2 });
  });
});

describe('[gate.set.sent-at-once] an approved call', () => {
  it('is to be made while the others wait, of which its workflow is told', () => {
    const { changes, after, directive } = changed(advance(three, decide('b', 'approve'), context()));
    expect(after.run.state).toBe('awaiting_input');
    expect(after.run.pauses?.map(({ tool_call_id }) => tool_call_id)).toEqual(['a', 'c']);
    expect(changes.run.outbox).toMatchObject({ kind: 'resume', tool_call_id: 'a' });
    expect(directive).toMatchObject({
      next: 'pause',
      tool_call_id: 'a',
      approved: { turn: 1, calls: [{ tool_call_id: 'b' }] },
    });
  });

  it('has its result while the others wait, and the run waits on', () => {
    const after = apply(three, decide('b', 'approve'), ok('b'));
    expect(states(after)).toEqual(['awaiting_input', 'pending', 'approve', 'pending']);
    expect(after.calls[1]?.status).toBe('ok');
    expect(directiveOf(after)).not.toHaveProperty('approved');
  });

  it('counts for no other call', () => {
    const after = apply(three, decide('b', 'approve'));
    expect(after.calls.map(({ decision }) => decision?.decision)).toEqual([undefined, 'approve', undefined]);
  });

  it('is one of the held again if it goes back to its gate, in its place', () => {
    const approved = apply(
      holding(ids.map((id, index) => gated(id, { set: { position: index + 1, of: 3 } }))),
      decide('b', 'approve'),
    );
    const lapsed: Input = { type: 'approval_lapsed', tool_call_id: 'b', valid_ms: 0 };
    const back = apply(approved, lapsed);
    expect(directiveOf(back)).toEqual({ next: 'hold', turn: 1, calls: ['b'] });
    const held = apply(back, {
      type: 'calls_held',
      calls: [{ tool_call_id: 'b' }],
      pause_ttl_seconds: 60,
    });
    expect(held.run.state).toBe('awaiting_input');
    expect(held.calls[1]?.set).toEqual({ position: 2, of: 3 });
    expect(directiveOf(held)).toMatchObject({ next: 'pause', tool_call_id: 'a' });
  });
});

describe('[gate.set.resumed-last] a run', () => {
  it('works again from the last decision on, and its next turn waits for all results', () => {
    const after = apply(three, decide('b', 'approve'), decide('a', 'reject'), decide('c', 'approve'));
    expect(after.run.state).toBe('running');
    expect(after.run.outbox).toMatchObject({ kind: 'resume', tool_call_id: 'a' });
    expect(directiveOf(after)).toMatchObject({
      next: 'execute',
      calls: [{ tool_call_id: 'b' }, { tool_call_id: 'c' }],
    });
    expect(directiveOf(apply(after, ok('b')))).toMatchObject({ next: 'execute' });
    expect(directiveOf(apply(after, ok('b'), ok('c')))).toEqual({ next: 'turn', turn: 2 });
  });

  it('is not resumed by a rejection while others wait, and its workflow need not know', () => {
    const { changes, directive } = changed(advance(three, decide('a', 'reject'), context()));
    expect(changes.run.state).toBe('awaiting_input');
    expect(changes.run.outbox).toBeUndefined();
    // The workflow waits for the pause, not for its first call.
    expect(directive).toMatchObject({ next: 'pause', tool_call_id: 'a' });
  });

  it('asks the questions of the turn afterwards', () => {
    const asks = call({ _id: 'asks', index: 9, interaction: 'interactive' });
    const after = apply(
      holding([gated('a'), asks], [pause('confirmation', { tool_call_id: 'a' })]),
      decide('a', 'reject'),
    );
    expect(directiveOf(after)).toEqual({ next: 'hold', turn: 1, calls: ['asks'] });
  });
});

describe('[gate.set.expiry] the end of held calls', () => {
  const gateOf = (fields: Partial<HoldingGate>): HoldingGate => ({ ...plainGate, ...fields });
  const held = (...fields: Partial<HoldingGate>[]) => {
    const calls = fields.map((each, index) => gated(ids[index] ?? '', { applied_gate: gateOf(each) }));
    const items = fields.map(({ ttl_seconds = 60, on_expiry }, index) =>
      pause('confirmation', {
        tool_call_id: ids[index] ?? '',
        ttl_seconds,
        ...(on_expiry === undefined ? {} : { on_expiry }),
      }),
    );
    return holding(calls, withEnds(items));
  };
  const ends = ({ run: { pauses = [] } }: LoadedRun) =>
    pauses.map(({ expires_at }) => (expires_at.getTime() - now.getTime()) / 1000);
  const expiry = (expires_at: Date): Input => ({
    type: 'expiry',
    tool_call_id: 'a',
    expires_at: expires_at.toISOString(),
  });

  it('is the earliest of its own and of those that close the run, as long as these wait', () => {
    const stored = held({ ttl_seconds: 90 }, { ttl_seconds: 30 }, { ttl_seconds: 10, on_expiry: 'reject' });
    expect(ends(stored)).toEqual([30, 30, 10]);
    expect(ends(apply(stored, decide('b', 'reject')))).toEqual([90, 10]);
    expect(ends(apply(stored, decide('a', 'reject')))).toEqual([30, 10]);
  });

  it('declines one whose gate rejects, and leaves the others', () => {
    const stored = held({ ttl_seconds: 90 }, { ttl_seconds: 10, on_expiry: 'reject' });
    const { after } = changed(advance(stored, expiry(later(10)), context(later(10))));
    expect(after.run.state).toBe('awaiting_input');
    expect(after.calls.map(({ status }) => status)).toEqual(['pending', 'failed']);
  });

  it('closes the run at once if nothing was approved, and no decision counts from then on', () => {
    const stored = held({ ttl_seconds: 90 }, { ttl_seconds: 30 });
    const { after } = changed(advance(stored, expiry(later(30)), context(later(30))));
    expect(states(after)).toEqual(['expired', 'expired', 'expired']);
    expect(() => advance(after, decide('a', 'approve'), context(later(31)))).toThrow(
      expect.objectContaining({ code: 'unknown_confirmation' }),
    );
  });

  it('[gate.set.approved-first] has what was approved before made, and then closes the run', () => {
    const approved = apply(held({ ttl_seconds: 90 }, { ttl_seconds: 30 }, {}), decide('a', 'approve'));
    const { after, directive } = changed(advance(approved, expiry(later(30)), context(later(30))));
    expect(after.run).toMatchObject({ state: 'running', closing: 'expired' });
    expect(after.calls.map(({ error }) => error?.code)).toEqual([undefined, 'expired', 'expired']);
    expect(directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'a' }] });
    const closed = apply(after, ok('a'));
    expect(states(closed)).toEqual(['expired', 'approve', 'expired', 'expired']);
    expect(closed.calls[0]?.status).toBe('ok');
  });

  it('ends one that was approved and cannot be sent any more, for nobody can be asked again', () => {
    const approved = apply(held({}, {}), decide('a', 'approve'));
    const closing = changed(advance(approved, expiry(later(60)), context(later(60)))).after;
    const lapsed: Input = { type: 'approval_lapsed', tool_call_id: 'a', valid_ms: 0 };
    expect(states(apply(closing, lapsed))).toEqual(['expired', 'expired', 'expired']);
  });
});

describe('[gate.set.cancelled] a cancellation', () => {
  const cancel: Input = { type: 'cancel_requested' };

  it('ends the held calls at once, and the run after what was approved before', () => {
    const after = apply(three, decide('b', 'approve'), cancel);
    expect(after.run).toMatchObject({ state: 'running', closing: 'cancelled', cancel_requested: true });
    expect(states(after)).toEqual(['running', 'cancelled', 'approve', 'cancelled']);
    expect(directiveOf(after)).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'b' }] });
    expect(advance(after, { type: 'cancel' }, context()).outcome).toBe('unchanged');
    const closed = apply(after, ok('b'));
    expect(states(closed)).toEqual(['cancelled', 'cancelled', 'approve', 'cancelled']);
    expect(closed.calls[1]?.status).toBe('ok');
  });

  it('ends the run, and takes no turn, if the last call did not see that the others were made, or one came back to its gate', () => {
    const closing = apply(three, decide('b', 'approve'), cancel);
    for (const fields of [{ status: 'ok' as const }, { decision: undefined, lapsed_decisions: [] }]) {
      const calls = closing.calls.map((each) =>
        each._id === 'b' ? ({ ...each, ...fields } as ToolCallDocument) : each,
      );
      const stored = { ...closing, calls };
      expect(directiveOf(stored)).toEqual({ next: 'cancel' });
      const { after } = changed(advance(stored, { type: 'cancel' }, context()));
      expect(after.run).toMatchObject({ state: 'closed', reason: 'cancelled' });
      expect(after.calls.every(({ status }) => status !== 'pending')).toBe(true);
    }
  });

  it('has no attempt follow that a host has asked for', () => {
    const approved = apply(three, decide('b', 'approve'));
    const last = failure('unavailable', 'Later.');
    const sending = { attempts: 1, in_flight: false, until: later(30), last };
    const tries = [{ at: now, code: 'unavailable', retry_in_ms: 1000 }];
    const calls = approved.calls.map((each) => (each._id === 'b' ? { ...each, sending, tries } : each));
    expect(states(apply({ ...approved, calls }, cancel))).toEqual([
      'cancelled',
      'cancelled',
      'unavailable',
      'cancelled',
    ]);
  });
});

describe('[gate.set.revised] a call that an approver corrects', () => {
  it('leaves its place to the new one, and the others as they are', () => {
    const stored = holding(ids.map((id, index) => gated(id, { set: { position: index + 1, of: 3 } })));
    const { changes, after } = changed(
      advance(
        stored,
        {
          type: 'revision',
          tool_call_id: 'b',
          actor: 'bo',
          via: 'token',
          request_id: 'next',
          revised: {
            args: stored.calls[1]?.args ?? ('{}' as never),
            summary: { title: 'Pay' },
            gate: { ...plainGate, stages: [{ approvals: 2 }] },
            asked: [],
          },
        },
        context(),
      ),
    );
    expect(after.run.pauses?.map(({ tool_call_id }) => tool_call_id)).toEqual(['a', 'next', 'c']);
    expect(changes.newCalls[0]?.set).toEqual({ position: 2, of: 3 });
    expect(after.run.pauses?.map(({ approved_by }) => approved_by)).toEqual([undefined, ['bo'], undefined]);
  });
});
