import { describe, expect, it } from 'vitest';
import type { StepDirective } from '#contract/temporal/directive.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { runErrorCodes } from '#contract/run-state.ts';
import { advance } from '#engine/rules/advance.ts';
import { failed, allOverFrom } from '#engine/rules/ending.ts';
import { failure as failedCall } from '#engine/rules/resolve-call.ts';
import { call, inFlight, later, now, paused, context, working } from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

const pendingCall = (tool_call_id: string) => ({ tool_call_id, patch_ref: 'pay@1', timeout_seconds: 30 });
const failureOf = (step: StepDirective) => ({ type: 'failure', error: 'internal_error', step }) as const;
/** A step that makes calls has failed. */
const callsFail = (...ids: string[]) => failureOf({ next: 'execute', turn: 1, calls: ids.map(pendingCall) });
const turnFails = failureOf({ next: 'turn', turn: 2 });
const expiry = (tool_call_id = 'call') =>
  ({ type: 'expiry', tool_call_id, expires_at: toTimestamp(later(60)) }) as const;
const lost = { type: 'workflow_lost' } as const;
const decided = { actor: 'Grace', request_id: 'request', created_at: now };
const hold = (tool_call_id: string) => ({ next: 'hold' as const, turn: 1, calls: [tool_call_id] });
const asks = (_id: string) => call({ _id, interaction: 'interactive' });

describe('the end of a run', () => {
  it('[run.end.late-failure] does not come from the failure of a step that was taken after all', () => {
    const gated = call({ gate: 'confirm', decision: { ...decided, decision: 'approve' } });
    const execute: StepDirective = { next: 'execute', turn: 1, calls: [pendingCall('call')] };
    const steps: [LoadedRun, StepDirective, StepDirective][] = [
      [working([gated]), { next: 'turn', turn: 1 }, execute],
      [working([call()]), { ...execute, calls: [pendingCall('other')] }, execute],
      [working([call({ status: 'ok' })]), execute, { next: 'turn', turn: 2 }],
      [working([asks('second')]), hold('first'), hold('second')],
    ];
    for (const [stored, taken, next] of steps) {
      expect(advance(stored, failureOf(taken), context())).toMatchObject({
        outcome: 'unchanged',
        directive: next,
      });
      expect(changed(advance(stored, failureOf(next), context())).changes.run.state).toBe('failed');
    }
  });

  it('[run.end.no-pending-call] settles each pending call by what is known of it', () => {
    const last = failedCall('host_error', 'No.');
    const stored = working([
      call({ _id: 'not sent' }),
      call({ _id: 'answered', sending: { attempts: 1, in_flight: false, until: now, last } }),
      inFlight(now, { _id: 'in flight' }),
      call({ _id: 'done', status: 'ok' }),
    ]);
    const { changes } = changed(advance(stored, callsFail('not sent', 'answered'), context(later(1))));
    expect(changes.calls.map(({ before, set }) => [before._id, set.error?.code])).toEqual([
      ['not sent', 'cancelled'],
      ['answered', 'host_error'],
      ['in flight', 'outcome_unknown'],
    ]);
    expect(changes.events.map(({ type }) => type)).toEqual([
      'tool_call.completed',
      'tool_call.completed',
      'tool_call.completed',
      'run.failed',
    ]);
  });

  it('[tool-call.sent-is-told-truly] waits until the time of a call in flight is over', () => {
    const stored = working([inFlight(later(5)), inFlight(later(9), { _id: 'other' })]);
    expect(advance(stored, callsFail('call', 'other'), context())).toEqual({
      outcome: 'too_early',
      until: later(10),
    });
    expect(allOverFrom(stored.calls)).toEqual(later(10));
    expect(allOverFrom([call()])).toBeUndefined();
  });

  it('[run.pause.outlives-failure] does not come by a failure while somebody can resolve the pause', () => {
    expect(advance(paused('confirmation'), callsFail('call'), context()).outcome).toBe('unchanged');
  });

  it('of a run that was to be cancelled is told as cancelled, not as a failure', () => {
    const { changes } = changed(advance(working([], { cancel_requested: true }), turnFails, context()));
    expect(changes.run).toMatchObject({ state: 'closed', reason: 'cancelled' });
  });

  it('[run.pause.expires] comes when its pause is too old', () => {
    const { changes } = changed(advance(paused('outcome'), expiry(), context(later(60))));
    expect(changes.run).toMatchObject({ state: 'closed', reason: 'expired' });
    expect(changes.calls[0]?.set.error?.code).toBe('expired');
    expect(changes.thread?.pauses).toEqual([]);
  });

  it('[run.pause.expires] does not come by the expiry of another pause', () => {
    expect(advance(paused('outcome'), expiry('earlier'), context()).outcome).toBe('unchanged');
  });

  it.each([
    ['works', working([])],
    ['is paused', paused('question')],
  ])(
    '[run.order.after-lost-workflow] comes to a run that %s when its workflow was ended from outside',
    (_, stored) => {
      const { changes } = changed(advance(stored, lost, context()));
      expect(changes.run).toMatchObject({ state: 'failed', error: { code: 'internal_error' } });
      expect(changes.thread).toMatchObject({ active_runs: [], pauses: [] });
    },
  );

  it('gives back what the run held, once', () => {
    const { changes, after } = changed(advance(working([], { hold: 9 }), turnFails, context()));
    expect(changes.ledger).toMatchObject([{ delta: 0, held: -9 }]);
    expect(advance(after, lost, context()).outcome).toBe('unchanged');
  });

  it.each(runErrorCodes)('[run.end.reason-and-error] says %s in words', (code) => {
    expect(failed(code)).toEqual({
      state: 'failed',
      error: { code, message: expect.stringMatching(/\w+\.$/) },
    });
  });
});
