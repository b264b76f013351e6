import { describe, expect, it } from 'vitest';
import { advance } from '#engine/rules/advance.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { lapsesBecause } from '#engine/rules/gates/lapse.ts';
import { failure, unknownOutcome } from '#engine/rules/resolve-call.ts';
import { call, inFlight, later, now, context, working } from '../../../../support/rules/documents.ts';
import { changed } from '../../../../support/rules/outcomes.ts';

const hourMs = 3_600_000;
const approval = { decision: 'approve' as const, actor: 'Grace', request_id: 'first', created_at: now };
const approved = call({ gate: 'confirm', decision: approval });
const lapsed: Input = {
  type: 'approval_lapsed',
  tool_call_id: 'call',
  valid_ms: hourMs,
};
const held: Input = { type: 'calls_held', calls: [{ tool_call_id: 'call' }], pause_ttl_seconds: 60 };
const over = later(3600);
const again: Input = {
  type: 'decision',
  tool_call_id: 'call',
  decision: 'approve',
  actor: 'Ada',
  via: 'token',
  request_id: 'second',
};

describe('an approval that is too old when its call is to be sent', () => {
  it('[confirm.late-execution] has the call held again, as new, and keeps what was decided', () => {
    const back = changed(advance(working([approved]), lapsed, context(over)));
    // Before it is held, it is checked whether it can still be made.
    expect(back.directive).toEqual({ next: 'hold', turn: 1, calls: ['call'] });
    expect([back.changes.run.state, back.changes.events]).toEqual(['running', []]);
    const { changes, after, directive } = changed(advance(back.after, held, context(over)));
    expect(changes.run).toMatchObject({ state: 'awaiting_input', pauses: [{ created_at: over }] });
    expect(changes.events.map(({ type }) => type)).toEqual(['write.confirmation_requested']);
    expect(after.calls[0]).toMatchObject({
      status: 'pending',
      lapsed_decisions: [{ ...approval, lapsed_at: over, lapsed_because: 'not_sent_in_time' }],
    });
    expect(after.calls[0]).not.toHaveProperty('decision');
    expect(directive).toMatchObject({ next: 'pause', expires_at: later(3660).toISOString() });
  });

  it('[confirm.late-execution] does not count as a new one when its request is repeated; a new one has the call made', () => {
    const back = changed(advance(working([approved]), lapsed, context(over)));
    const { after } = changed(advance(back.after, held, context(over)));
    expect(advance(after, { ...again, actor: 'Grace', request_id: 'first' }, context(over)).outcome).toBe(
      'unchanged',
    );
    const second = changed(advance(after, again, context(over)));
    expect(second.directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'call' }] });
    // Its start is that of its first approval.
    expect(second.changes.events).toEqual([]);
  });

  it('[confirm.late-execution] changes nothing while it is valid, or once the call is marked or resolved', () => {
    for (const stored of [
      working([approved]),
      working([{ ...approved, status: 'ok' }]),
      working([inFlight(later(10_000), { gate: 'confirm', decision: approval })]),
      working([call()]),
    ]) {
      const at = stored.calls[0] === approved ? later(3599) : over;
      expect(advance(stored, lapsed, context(at)).outcome).toBe('unchanged');
    }
  });

  it('[confirm.late-execution] leaves the run at work while other calls of the turn are to be made, and holds it after them', () => {
    const stored = working([approved, call({ _id: 'other', index: 1 })]);
    const { after, directive } = changed(advance(stored, lapsed, context(over)));
    expect(directive).toMatchObject({ next: 'execute', calls: [{ tool_call_id: 'other' }] });
    const made: Input = { type: 'call_settled', tool_call_id: 'other', resolution: { status: 'ok' } };
    expect(changed(advance(after, made, context(over))).directive).toEqual({
      next: 'hold',
      turn: 1,
      calls: ['call'],
    });
  });

  it('[run.cancel.stored-is-carried-out] is not asked for again in a run that is to end', () => {
    const stored = working([approved], { cancel_requested: true });
    expect(advance(stored, lapsed, context(over))).toMatchObject({
      outcome: 'unchanged',
      directive: { next: 'cancel' },
    });
  });
});

it('[confirm.late-execution] a call on which the host may have acted does not lapse; one on which it certainly did not, does', () => {
  const sending = { attempts: 1, in_flight: false, until: now, last: failure('refused', 'Nobody listens.') };
  const lapses = (more: Partial<ToolCallDocument['sending']>) =>
    lapsesBecause({ ...approved, sending: { ...sending, ...more } }, over, hourMs);
  expect(lapses({})).toBe('not_sent_in_time');
  expect(lapses({ sent: unknownOutcome() })).toBeUndefined();
  expect(lapses({ in_flight: true })).toBeUndefined();
});
