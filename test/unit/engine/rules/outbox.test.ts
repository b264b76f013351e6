import { describe, expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import { advance } from '#engine/rules/advance.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { cancelMessage, entryFor } from '#engine/rules/outbox.ts';
import {
  call,
  judged,
  later,
  now,
  paused,
  context,
  thread,
  tool,
  turn,
  working,
} from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

/** A call that asks the user, so that the run pauses. */
const asking = judged(tool({ key: 'ask', interaction: 'interactive' }));

const start = entryFor({ kind: 'start' }, 1, now);
const resume = entryFor({ kind: 'resume', tool_call_id: 'call' }, 1, now);

describe('what Temporal is to be told', () => {
  it('[invariant.unstarted-run-is-swept] [invariant.accepted-decision-never-lost] is due after ten seconds', () => {
    expect(entryFor({ kind: 'start' }, 1, now)).toEqual({ kind: 'start', version: 1, due_at: later(10) });
  });

  it('is still a start where a run is to end before it was started', () => {
    expect(cancelMessage(start)).toEqual({ kind: 'start' });
    expect(cancelMessage(resume)).toEqual({ kind: 'cancel' });
    expect(cancelMessage(undefined)).toEqual({ kind: 'cancel' });
  });

  it('[run.cancel.stored-is-carried-out] stays a cancel until it was told: a worker that was given up may have ended the run', () => {
    const outbox = entryFor({ kind: 'cancel' }, 1, now);
    const stored = working([call()], { cancel_requested: true, outbox });
    const failed = {
      type: 'failure',
      error: 'internal_error',
      step: {
        next: 'execute',
        turn: 1,
        calls: [{ tool_call_id: 'call', patch_ref: 'pay@1', timeout_seconds: 30 }],
      },
    } as const satisfies Input;
    const { changes } = changed(advance(stored, failed, context()));
    expect(changes.run).toMatchObject({ state: 'closed', outbox });
  });

  it('is nothing more to a run whose workflow is lost', () => {
    const stored = working([call()], { outbox: resume });
    const { changes } = changed(advance(stored, { type: 'workflow_lost' }, context()));
    expect(changes.run).toMatchObject({ state: 'failed' });
    expect(changes.run).not.toHaveProperty('outbox');
  });

  it('is dropped with a step of the workflow that was to be started', () => {
    const stored = { ...working([], { outbox: start, turn_count: 0 }) };
    const { changes } = changed(advance(stored, turn({ text: 'Hi.' }), context()));
    expect(changes.run).not.toHaveProperty('outbox');
  });

  it('[run.order.let-in] grants the thread lock to the next run when the one before it gives it up', () => {
    const stored = { ...working([]), thread: thread({ active_runs: ['run', 'next'] }) };
    const { changes } = changed(advance(stored, turn({ turn: 2 }), context()));
    expect(changes.thread).toMatchObject({
      active_runs: ['next'],
      outbox: { kind: 'lockGranted', run_id: 'next', version: 2, due_at: later(10) },
    });
  });

  it('[run.order.let-in] stays so with a step of that run, which a worker that was given up may have taken', () => {
    const outbox = { kind: 'lockGranted' as const, run_id: 'run', version: 1, due_at: later(10) };
    const stored = { ...working([]), thread: thread({ outbox }) };
    const { changes } = changed(
      advance(stored, turn({ turn: 2, calls: [{ id: '1', name: 'x', args: {} }] }), context()),
    );
    expect(changes.thread?.outbox).toEqual(outbox);
  });

  it('[run.order.stale-worker] is moved to that run, when it ends or pauses before its workflow was told', () => {
    const outbox = { kind: 'lockGranted' as const, run_id: 'run', version: 1, due_at: later(10) };
    const stored = { ...working([]), thread: thread({ outbox }) };
    for (const calls of [[], [asking]]) {
      const { changes } = changed(advance(stored, turn({ turn: 2, calls }), context()));
      expect(changes.thread).not.toHaveProperty('outbox');
      expect(changes.run.outbox).toEqual({ kind: 'lockGranted', version: 2, due_at: later(10) });
    }
  });

  it('[run.order.stale-worker] is both to a run that was resolved meanwhile, until both were told', () => {
    const answer = { type: 'answer', tool_call_id: 'call', message_id: 'm', content: 'Yes.' } as const;
    const waiting = paused('question', { run: { outbox: entryFor({ kind: 'lockGranted' }, 1, now) } });
    const resumed = changed(advance(waiting, answer, context())).after;
    const both = { kind: 'resume', tool_call_id: 'call', let_in: true, version: 2, due_at: later(10) };
    expect(resumed.run.outbox).toEqual(both);
    const { changes } = changed(advance(resumed, turn({ turn: 2 }), context()));
    expect(changes.run).toMatchObject({ state: 'closed', outbox: both });
  });

  it('[run.order.stale-worker] is told once more to a run that waits again, though it was told before that', () => {
    const outbox = { kind: 'lockGranted' as const, run_id: 'run', version: 1, due_at: later(10) };
    const told = entryFor({ kind: 'resume', tool_call_id: 'call', let_in: true }, 1, now);
    for (const [before, after] of [
      [told, { ...told, version: 2 }],
      [entryFor({ kind: 'lockGranted' }, 1, now), { kind: 'lockGranted', version: 2, due_at: later(10) }],
    ] as const) {
      const stored = { ...working([], { outbox: before }), thread: thread({ outbox }) };
      const { changes } = changed(advance(stored, turn({ turn: 2 }), context()));
      expect(changes.run).toMatchObject({ state: 'closed', outbox: after });
    }
  });

  it('[thread.beside.sent-at-once] stays the resumption while a call is made beside another run, and is over with one of a run that works', () => {
    const resolution = { status: 'ok', result: toJsonText({ paid: true }) } as const;
    const made = { type: 'call_settled', tool_call_id: 'call', resolution } as const;
    const approved = call({ set: { position: 1, of: 2 } });
    const works = working([approved], { outbox: resume });
    const beside = { ...works, thread: thread({ active_runs: ['works', 'run'] }) };
    expect(changed(advance(beside, made, context())).changes.run.outbox).toEqual(resume);
    expect(changed(advance(works, made, context())).changes.run).not.toHaveProperty('outbox');
  });

  it('[run.order.let-in] is nothing new when a paused run resumes behind another', () => {
    const answer = { type: 'answer', tool_call_id: 'call', message_id: 'm', content: 'Yes.' } as const;
    const stored = paused('question', { thread: { active_runs: ['works'] } });
    expect(changed(advance(stored, answer, context())).changes.thread).not.toHaveProperty('outbox');
  });
});
