import { describe, expect, it } from 'vitest';
import { directiveOf } from '#engine/rules/directive.ts';
import { lockState } from '#engine/rules/thread-lock.ts';
import { call, now, paused, run, thread, working } from '../../../support/rules/documents.ts';

const asks = call({ _id: 'asks', interaction: 'interactive' });
const proposes = call({ _id: 'proposes', interaction: 'proposed_action' });

describe('what a workflow does next', () => {
  it('[tool-call.silent-side-by-side] [tool-call.pausing-in-order] is to make the calls before any that pauses', () => {
    const approved = call({
      _id: 'approved',
      gate: 'confirm',
      decision: { decision: 'approve', actor: 'a', request_id: 'r', created_at: new Date(0) },
    });
    const directive = directiveOf(working([asks, call(), approved]));
    expect(directive).toMatchObject({
      next: 'execute',
      calls: [{ tool_call_id: 'call' }, { tool_call_id: 'approved' }],
    });
  });

  it("[tool-call.pausing-in-order] is then to pause for one call after the other, in the model's order", () => {
    const made = call({ status: 'ok' });
    expect(directiveOf(working([made, asks, proposes]))).toEqual({ next: 'hold', turn: 1, calls: ['asks'] });
    expect(directiveOf(working([made, { ...asks, status: 'ok' }, proposes]))).toEqual({
      next: 'hold',
      turn: 1,
      calls: ['proposes'],
    });
  });

  it('[run.cancel.stored-is-carried-out] is to cancel the run if that was requested, whatever is left to do', () => {
    for (const calls of [[call()], [asks], [call({ status: 'ok' })]])
      expect(directiveOf(working(calls, { cancel_requested: true }))).toEqual({ next: 'cancel' });
  });

  it('[tool-call.results-together] is the next turn only when all calls are resolved', () => {
    expect(directiveOf(working([call({ status: 'ok' }), call({ status: 'failed' })]))).toEqual({
      next: 'turn',
      turn: 2,
    });
  });

  it('[run.order.past-paused] lets the next run in while it pauses, and when it ends', () => {
    const stored = paused('question', { thread: { active_runs: ['next'] } });
    expect(directiveOf(stored)).toMatchObject({
      next: 'pause',
      kind: 'question',
      grant_turn_lock_to: 'next',
    });
    const outbox = { kind: 'lockGranted' as const, run_id: 'next', version: 3, due_at: now };
    const ended = {
      run: run({ state: 'failed' }),
      thread: thread({ active_runs: ['next'], outbox }),
      calls: [],
    };
    expect(directiveOf(ended)).toEqual({
      next: 'end',
      state: 'failed',
      error: 'internal_error',
      grant_turn_lock_to: 'next',
      grant_version: 3,
    });
  });

  it.each(['finished', 'handoff', 'expired', 'cancelled'] as const)(
    '[operations.workflow-status] ends the workflow of a run that is closed with its reason: %s',
    (reason) => {
      const ended = { run: run({ state: 'closed', reason }), thread: thread({ active_runs: [] }), calls: [] };
      expect(directiveOf(ended)).toEqual({ next: 'end', state: 'closed', reason });
    },
  );

  it('is a fault where a run is paused for nothing', () => {
    expect(() => directiveOf(paused('question', { thread: { pauses: [] } }))).toThrow('paused for nothing');
  });
});

it.each([
  ['held', ['run', 'other'], {}],
  ['awaited', ['other', 'run'], {}],
  ['cancelled', ['other', 'run'], { cancel_requested: true }],
] as const)(
  '[run.order.one-at-a-time] the thread lock is %s for a run of the open runs %j',
  (expected, line, fields) => {
    expect(lockState({ run: run(fields), thread: thread({ active_runs: [...line] }) })).toBe(expected);
  },
);
