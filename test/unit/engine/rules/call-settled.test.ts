import { describe, expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import { advance } from '#engine/rules/advance.ts';
import { failure, unknownOutcome } from '#engine/rules/resolve-call.ts';
import { call, inFlight, later, now, context, working } from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

const ok = { status: 'ok' as const, result: toJsonText({ paid: true }) };
const settled = (fields = {}) => ({
  type: 'call_settled' as const,
  tool_call_id: 'call',
  resolution: ok,
  ...fields,
});
const other = { _id: 'other', index: 1 };

describe('a call that has come to its end', () => {
  it('[money.patch-price] is charged its price once it is ok', () => {
    const { changes, after } = changed(advance(working([call({ price: 3 })]), settled(), context()));
    expect(changes.calls[0]?.set).toMatchObject({ ...ok, cost: 3 });
    expect(changes.ledger).toMatchObject([{ delta: -3 }]);
    expect(advance(after, settled(), context()).outcome).toBe('unchanged');
  });

  it('[money.patch-price] costs nothing when it failed', () => {
    const resolution = failure('host_error', 'No.');
    const { changes } = changed(advance(working([call({ price: 3 })]), settled({ resolution }), context()));
    expect(changes.ledger).toEqual([]);
    expect(changes.run.cost).toBe(0);
  });

  it('leads to the next turn with the last of its turn', () => {
    const stored = working([call(), call({ ...other, status: 'ok' })]);
    expect(changed(advance(stored, settled(), context())).directive).toEqual({ next: 'turn', turn: 2 });
  });

  it('[run.cancel.sent-call] keeps its result though the run is to end, and ends it when nothing else is pending', () => {
    const stored = working([inFlight(later(30)), call({ ...other, status: 'ok' })], {
      cancel_requested: true,
    });
    const { changes } = changed(advance(stored, settled(), context()));
    expect(changes.run).toMatchObject({ state: 'closed', reason: 'cancelled' });
    expect(changes.calls.map(({ set }) => set.status)).toEqual(['ok']);
  });

  it('[tool-call.outcome-unknown.restored] leaves the end to the workflow, which knows whether a pending sibling was made', () => {
    const stored = working([inFlight(later(30)), call(other)], { cancel_requested: true });
    const { changes, directive } = changed(advance(stored, settled(), context()));
    expect(changes.run.state).toBe('running');
    expect(changes.calls.map(({ set }) => set.status)).toEqual(['ok']);
    expect(directive).toEqual({ next: 'cancel' });
  });

  it('[run.cancel.sent-call] leaves the end to a call that is still in flight', () => {
    const stored = working([inFlight(later(30)), inFlight(later(60), other)], { cancel_requested: true });
    const { changes } = changed(advance(stored, settled(), context()));
    expect(changes.run.state).toBe('running');
    expect(changes.calls).toHaveLength(1);
  });

  it('[run.end.invalid-args] fails the run when its arguments are the fourth mismatch in a row', () => {
    const stored = working([call({ turn_seq: 4 })], { turn_count: 4, invalid_turns: { count: 3, turn: 3 } });
    const resolution = failure('invalid_args', 'They do not fit.');
    const { changes } = changed(advance(stored, settled({ resolution }), context()));
    expect(changes.run).toMatchObject({ state: 'failed', error: { code: 'invalid_args' } });
  });

  it('[tool-call.sent-is-told-truly] is told as its last attempt when it cannot be sent again', () => {
    const last = failure('host_error', 'Later.');
    const stored = working([call({ sending: { attempts: 1, in_flight: false, until: now, last } })]);
    const resolution = failure('no_connection', 'No connection.');
    const { changes } = changed(advance(stored, settled({ resolution, unsent: true }), context()));
    expect(changes.calls[0]?.set).toMatchObject({ error: { code: 'host_error' } });
  });

  it('[confirm.never-held] is not settled at its gate', () => {
    const stored = working([call({ gate: 'confirm' })]);
    const resolution = failure('no_connection', 'No connection.');
    expect(advance(stored, settled({ resolution, unsent: true }), context()).outcome).toBe('unchanged');
  });

  it('[tool-call.sent-is-told-truly] waits for an attempt in flight before it says that it cannot be sent', () => {
    const resolution = failure('no_connection', 'No connection.');
    const input = settled({ resolution, unsent: true });
    expect(advance(working([inFlight(later(5))]), input, context())).toEqual({
      outcome: 'too_early',
      // Another worker's clock may be a second behind.
      until: later(6),
    });
    expect(advance(working([inFlight(later(5))]), input, context(later(5))).outcome).toBe('too_early');
    const { changes } = changed(advance(working([inFlight(later(5))]), input, context(later(6))));
    expect(changes.calls[0]?.set.error?.code).toBe('outcome_unknown');
  });

  it.each([
    ['is resolved', [call({ status: 'failed' })]],
    ['waits for somebody', [call({ gate: 'confirm' })]],
    ['is none of the turn', [call(other)]],
  ])('changes nothing when the call %s', (_, calls) => {
    expect(advance(working(calls), settled(), context()).outcome).toBe('unchanged');
  });

  it('[tool-call.outcome-unknown.renewed-mark] is not told as lost while its attempt has time, though it had less when that was read', () => {
    const lost = settled({ resolution: unknownOutcome(), lost: true });
    const renewed = working([inFlight(later(30))]);
    expect(advance(renewed, lost, context(later(29)))).toEqual({
      outcome: 'too_early',
      until: later(31),
    });
    const { changes } = changed(advance(renewed, lost, context(later(31))));
    expect(changes.calls[0]?.set.error?.code).toBe('outcome_unknown');
  });

  it('[tool-call.outcome-unknown.renewed-mark] is not told as lost once the result of its attempt is stored', () => {
    const ended = { attempts: 1, in_flight: false, until: later(30), last: failure('busy', 'Later.') };
    const stored = working([call({ sending: ended })]);
    const lost = settled({ resolution: unknownOutcome(), lost: true });
    expect(advance(stored, lost, context(later(60))).outcome).toBe('unchanged');
  });
});
