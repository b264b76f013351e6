import { describe, expect, it } from 'vitest';
import type { HoldingGate } from '#engine/documents/applied-gate.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import { advance } from '#engine/rules/advance.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import { tooOld } from '#engine/rules/gates/lapse.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { call, context, holding, later, pause } from '../../../../support/rules/documents.ts';
import { changed, contents } from '../../../../support/rules/outcomes.ts';

const cooling = { ...plainGate, cooling_off_seconds: 40 };
const undo = { ...plainGate, stages: [{ approvals: 1, undo_seconds: 20 }] };

function held(gates: Record<string, HoldingGate>, ttls: Record<string, number> = {}): LoadedRun {
  const ids = Object.keys(gates);
  const calls = ids.map((_id, index) =>
    call({ _id, index, gate: 'confirm', applied_gate: gates[_id] ?? plainGate }),
  );
  const items = ids.map((tool_call_id, index) =>
    pause('confirmation', { tool_call_id, position: index + 1, ttl_seconds: ttls[tool_call_id] ?? 60 }),
  );
  return holding(calls, items);
}

let requests = 0;
function decision(tool_call_id: string, verdict: 'approve' | 'reject' = 'approve', actor = 'ada'): Input {
  const request_id = `request-${(requests += 1)}`;
  return { type: 'decision', tool_call_id, decision: verdict, actor, via: 'token', request_id };
}
function withdrawal(tool_call_id: string, actor = 'ada'): Input {
  const request_id = `request-${(requests += 1)}`;
  return { type: 'withdrawal', tool_call_id, actor, via: 'token', request_id };
}
const wake = (seconds: number, tool_call_id = 'call'): Input => ({
  type: 'wake',
  tool_call_id,
  wake_at: later(seconds).toISOString(),
});
const expiry = (seconds: number, tool_call_id = 'call'): Input => ({
  type: 'expiry',
  tool_call_id,
  expires_at: later(seconds).toISOString(),
});
const at = (stored: LoadedRun, seconds: number, input: Input) =>
  changed(advance(stored, input, context(later(seconds))));
const after = (stored: LoadedRun, seconds: number, input: Input) => at(stored, seconds, input).after;
/** The changes stored by a client's input which first ends what is over, and the outcome of the input itself. */
function overtaken(stored: LoadedRun, seconds: number, input: Input) {
  const outcome = advance(stored, input, context(later(seconds)));
  if (outcome.outcome !== 'expired') throw new Error(`the input was not overtaken: ${outcome.outcome}`);
  return outcome.changes;
}
const code = (code: string) => expect.objectContaining({ code });
const callNamed = ({ calls }: LoadedRun, id: string) => calls.find(({ _id }) => _id === id);

describe('a call that cools off', () => {
  it('[gate.cooling] [gate.cooling.shown] stays held with its last approval until the later of both times, which is shown', () => {
    const both = { ...cooling, stages: undo.stages };
    const { changes, after: stored, directive } = at(held({ call: both }), 30, decision('call'));
    expect(changes.run).toMatchObject({ state: 'awaiting_input', pauses: [{ not_before: later(50) }] });
    expect(callNamed(stored, 'call')).toMatchObject({ status: 'pending', approvals: [{ actor: 'ada' }] });
    expect(callNamed(stored, 'call')?.decision).toBeUndefined();
    expect(contents(stored)).toMatchObject([{ not_before: later(50).toISOString() }]);
    expect(changes.events.map(({ type }) => type)).toEqual(['write.approval_recorded']);
    expect(changes.events[0]?.data).toContain(`"not_before":"${later(50).toISOString()}"`);
    expect(changes.run.outbox).toMatchObject({ kind: 'look' });
    expect(directive).toMatchObject({ next: 'pause', wake_at: later(50).toISOString() });
    expect(directive).not.toHaveProperty('approved');
    expect(at(held({ call: both }), 5, decision('call')).changes.run.pauses?.[0]?.not_before).toEqual(
      later(40),
    );
  });

  it('[gate.cooling] is made at once where nothing is left of that time', () => {
    const { directive } = at(held({ call: cooling }), 41, decision('call'));
    expect(directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'call' }] });
  });

  it('[gate.cooling] counts from its correction, if it was corrected', () => {
    const stored = held({ call: cooling });
    const corrected = { ...stored, calls: stored.calls.map((each) => ({ ...each, started_at: later(25) })) };
    expect(at(corrected, 30, decision('call')).changes.run.pauses?.[0]?.not_before).toEqual(later(65));
  });

  it('[gate.cooling] each stage counts from its own last approval', () => {
    const stages = [
      { approvals: 1, undo_seconds: 50 },
      { approvals: 1, undo_seconds: 10 },
    ];
    const first = after(held({ call: { ...plainGate, stages } }), 5, decision('call'));
    expect(first.run.pauses?.[0]?.not_before).toBeUndefined();
    const second = after(first, 20, decision('call', 'approve', 'bo'));
    expect(second.run.pauses?.[0]?.not_before).toEqual(later(55));
  });

  it('[gate.cooling.made] is made when its time has come, with its last approval as the decision, and not before', () => {
    const stored = after(held({ call: cooling }), 10, decision('call'));
    expect(advance(stored, wake(40), context(later(39)))).toEqual({ outcome: 'too_early', until: later(40) });
    const { changes, after: made, directive } = at(stored, 40, wake(40));
    expect(directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'call' }] });
    expect(callNamed(made, 'call')).toMatchObject({ decision: { actor: 'ada', created_at: later(10) } });
    expect(callNamed(made, 'call')).not.toHaveProperty('approvals');
    expect(changes.events.map(({ type }) => type)).toEqual(['tool_call.started']);
    // The approval was recorded when it was given.
    expect(changes.audit).toEqual([]);
    expect(advance(made, wake(40), context(later(41)))).toMatchObject({ outcome: 'unchanged' });
  });

  it('[gate.cooling.made] goes by the clock of the store', () => {
    const stored = after(held({ call: cooling }), 10, decision('call'));
    const ahead = { ...context(later(45)), storeNow: () => later(35) };
    expect(advance(stored, wake(40), ahead)).toEqual({ outcome: 'too_early', until: later(50) });
    expect(advance(stored, expiry(60), { ...ahead, now: later(70) })).toEqual({
      outcome: 'too_early',
      until: later(75),
    });
  });

  it('[gate.cooling.made] [confirm.late-execution] is too old to be sent by the time since it could be sent', () => {
    const made = after(after(held({ call: cooling }), 10, decision('call')), 40, wake(40));
    const [sent] = made.calls;
    if (sent === undefined) throw new Error('the call is gone');
    expect(tooOld(sent, later(40 + 3599), 3_600_000)).toBeUndefined();
    expect(tooOld(sent, later(40 + 3600), 3_600_000)).toBe('not_sent_in_time');
    const lapsed = { type: 'approval_lapsed', tool_call_id: 'call', valid_ms: 1000 } as const;
    const back = callNamed(after(made, 50, lapsed), 'call');
    expect(back).not.toHaveProperty('not_before');
    expect(back?.lapsed_decisions).toHaveLength(1);
  });

  it('[gate.cooling.undone] can be withdrawn, and is then held as before', () => {
    const stored = after(held({ call: cooling }), 10, decision('call'));
    const { after: back, directive, changes } = at(stored, 39, withdrawal('call'));
    expect(back.run.pauses?.[0]).not.toHaveProperty('not_before');
    expect(back.run.pauses?.[0]).not.toHaveProperty('wake_at');
    expect(callNamed(back, 'call')).not.toHaveProperty('not_before');
    expect(changes.events[0]?.data).not.toContain('not_before');
    expect(directive).not.toHaveProperty('wake_at');
    expect(advance(back, wake(40), context(later(40)))).toMatchObject({ outcome: 'unchanged' });
    expect(at(back, 45, decision('call')).directive).toMatchObject({ next: 'execute' });
  });

  it('[gate.cooling.undone] can be rejected, and takes no further approval and no correction', () => {
    const stored = after(held({ call: cooling }), 10, decision('call'));
    const { after: rejected, directive } = at(stored, 39, decision('call', 'reject', 'bo'));
    expect(callNamed(rejected, 'call')).toMatchObject({ status: 'failed', decision: { decision: 'reject' } });
    expect(directive).toEqual({ next: 'turn', turn: 2 });
    expect(advance(stored, decision('call'), context(later(39)))).toMatchObject({ outcome: 'unchanged' });
    expect(() => advance(stored, decision('call', 'approve', 'bo'), context(later(39)))).toThrow(
      code('unknown_confirmation'),
    );
    const revision = {
      type: 'revision',
      tool_call_id: 'call',
      revised: { args: call().args, gate: plainGate, summary: { title: 'Pay' } },
      actor: 'bo',
      via: 'token',
      request_id: 'revision',
    } as const;
    expect(() => advance(stored, revision, context(later(39)))).toThrow(code('unknown_confirmation'));
  });

  it('[gate.cooling.undone] cannot be withdrawn or rejected any more once its time has come, even if no process has noticed', () => {
    const stored = after(held({ call: cooling }), 10, decision('call'));
    for (const late of [withdrawal('call'), decision('call', 'reject')]) {
      const { run, calls } = overtaken(stored, 40, late);
      expect(run).toMatchObject({ state: 'running', outbox: { kind: 'resume', tool_call_id: 'call' } });
      expect(calls).toMatchObject([{ set: { decision: { decision: 'approve' } } }]);
      const made = after(stored, 40, wake(40));
      expect(() => advance(made, late, context(later(40)))).toThrow(code('unknown_confirmation'));
    }
  });

  it('[gate.cooling.expiry] does not expire, and is made although its own end is earlier', () => {
    const stored = after(held({ call: { ...cooling, cooling_off_seconds: 90 } }), 10, decision('call'));
    expect(stored.run.pauses?.[0]?.expires_at).toEqual(later(90));
    expect(advance(stored, expiry(60), context(later(61)))).toMatchObject({ outcome: 'unchanged' });
    expect(advance(stored, decision('call'), context(later(61)))).toMatchObject({ outcome: 'unchanged' });
    expect(at(stored, 90, expiry(90)).directive).toMatchObject({ next: 'execute' });
    const back = after(stored, 70, withdrawal('call'));
    expect(back.run.pauses?.[0]?.expires_at).toEqual(later(60));
    expect(at(back, 70, expiry(60)).after.run).toMatchObject({ state: 'closed', reason: 'expired' });
  });
});

describe('calls that are held beside one that cools off', () => {
  const two = () => held({ call: cooling, other: plainGate }, { call: 30, other: 60 });

  it('[gate.cooling.expiry] are not ended by it, and it is made while they wait', () => {
    const stored = after(two(), 10, decision('call'));
    expect(stored.run.pauses).toMatchObject([{ expires_at: later(40) }, { expires_at: later(60) }]);
    const { after: made, directive } = at(stored, 40, wake(40));
    expect(made.run).toMatchObject({ state: 'awaiting_input', pauses: [{ tool_call_id: 'other' }] });
    expect(directive).toMatchObject({ next: 'pause', approved: { calls: [{ tool_call_id: 'call' }] } });
  });

  it('[gate.cooling] do not let the run continue without it', () => {
    const stored = after(two(), 10, decision('call'));
    const { after: decided, directive } = at(stored, 20, decision('other', 'reject'));
    expect(decided.run).toMatchObject({ state: 'awaiting_input', pauses: [{ tool_call_id: 'call' }] });
    expect(directive).toMatchObject({ next: 'pause', wake_at: later(40).toISOString() });
  });

  const closing = (reason: 'expired' | 'cancelled') => {
    const long = { ...cooling, cooling_off_seconds: 100 };
    const stored = after(held({ call: long, other: plainGate }), 10, decision('call'));
    return reason === 'expired' ? at(stored, 60, expiry(60)) : at(stored, 20, { type: 'cancel_requested' });
  };

  it.each(['expired', 'cancelled'] as const)(
    '[gate.cooling.closing] when they are %s, leave it to be made, after which the run closes',
    (reason) => {
      const { after: left, directive } = closing(reason);
      expect(left.run).toMatchObject({ state: 'awaiting_input', closing: reason });
      expect(left.run.pauses).toMatchObject([{ tool_call_id: 'call', not_before: later(100) }]);
      expect(callNamed(left, 'other')).toMatchObject({ status: 'failed', error: { code: reason } });
      expect(directive).toMatchObject({ next: 'pause', closing: true, wake_at: later(100).toISOString() });
      const early = context(later(70));
      expect(advance(left, { type: 'cancel' }, early)).toMatchObject({ outcome: 'unchanged' });
      const again = after(left, 70, { type: 'cancel_requested' });
      expect(again.run).toMatchObject({ state: 'awaiting_input', closing: reason });
      const { after: made, directive: next } = at(left, 100, wake(100));
      expect(made.run).toMatchObject({ state: 'running', closing: reason });
      expect(next).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'call' }] });
      const settled: Input = {
        type: 'call_settled',
        tool_call_id: 'call',
        resolution: { status: 'ok', result: call().args },
      };
      expect(after(made, 101, settled).run).toMatchObject({ state: 'closed', reason });
    },
  );

  it('[gate.cooling.closing] leave a run to close at once if it is withdrawn or rejected meanwhile', () => {
    const { after: left } = closing('expired');
    const { after: withdrawn, directive } = at(left, 70, withdrawal('call'));
    expect(callNamed(withdrawn, 'call')).toMatchObject({ status: 'failed', error: { code: 'expired' } });
    expect(callNamed(withdrawn, 'call')).not.toHaveProperty('not_before');
    expect(directive).toEqual({ next: 'cancel' });
    expect(after(withdrawn, 71, { type: 'cancel' }).run).toMatchObject({
      state: 'closed',
      reason: 'expired',
    });
    const rejected = at(left, 70, decision('call', 'reject'));
    expect(rejected.directive).toEqual({ next: 'cancel' });
    expect(after(rejected.after, 71, { type: 'cancel' }).run).toMatchObject({ reason: 'expired' });
  });
});

it('[gate.cooling.limits] limits count a call from its last approval on, and no longer once that is withdrawn', () => {
  const reservations = [{ limit: 'daily', counter: 'c', per: 'day' as const, amount: '5' }];
  const approved = at(held({ call: { ...cooling, reservations } }), 10, decision('call'));
  expect(approved.changes.reserved).toMatchObject([{ counter: 'c', amount: '5' }]);
  expect(at(approved.after, 40, wake(40)).changes).toMatchObject({ reserved: [], givenBack: [] });
  for (const undone of [withdrawal('call'), decision('call', 'reject')]) {
    const { changes, after: back } = at(approved.after, 20, undone);
    expect(changes.givenBack).toMatchObject([{ counter: 'c', amount: '5' }]);
    expect(callNamed(back, 'call')).not.toHaveProperty('reserved');
  }
});
