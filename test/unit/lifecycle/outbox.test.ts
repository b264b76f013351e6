import { describe, expect, it } from 'vitest';
import { advance } from '#lifecycle/advance.ts';
import { cancelEntry, resumeEntry, startEntry } from '#lifecycle/outbox.ts';
import {
  call,
  later,
  now,
  paused,
  surroundings,
  thread,
  turn,
  working,
} from '../../support/lifecycle/documents.ts';
import { changed } from '../../support/lifecycle/outcomes.ts';

describe('what Temporal is to be told', () => {
  it('[invariant.unstarted-run-is-swept] [invariant.accepted-decision-never-lost] is due after ten seconds', () => {
    expect(startEntry(now)).toEqual({ kind: 'start', due_at: later(10) });
    expect(resumeEntry('call', now)).toEqual({ kind: 'resume', tool_call_id: 'call', due_at: later(10) });
  });

  it('is still a start where a run is to end before it was started', () => {
    expect(cancelEntry(startEntry(now), later(5))).toEqual({ kind: 'start', due_at: later(15) });
    expect(cancelEntry(resumeEntry('call', now), now).kind).toBe('cancel');
    expect(cancelEntry(undefined, now).kind).toBe('cancel');
  });

  it('[run.cancel.stored-is-carried-out] stays a cancel until the run has ended', () => {
    const stored = working([call()], { cancel_requested: true, outbox: cancelEntry(undefined, now) });
    const failed = { type: 'failure', error: 'internal_error' } as const;
    const { changes } = changed(advance(stored, failed, surroundings()));
    expect(changes.run.state).toBe('closed');
    expect(changes.run.outbox).toBeUndefined();
  });

  it('is dropped with a step of the workflow that was to be started', () => {
    const stored = { ...working([], { outbox: startEntry(now), turn_count: 0 }) };
    const { changes } = changed(advance(stored, turn({ text: 'Hi.' }), surroundings()));
    expect(changes.run).not.toHaveProperty('outbox');
  });

  it('[run.order.let-in] is that the next in line may work, when the one before it leaves', () => {
    const stored = { ...working([]), thread: thread({ active_runs: ['run', 'next'] }) };
    const { changes } = changed(advance(stored, turn({ turn: 2 }), surroundings()));
    expect(changes.thread).toMatchObject({
      active_runs: ['next'],
      outbox: { kind: 'turn', run_id: 'next', due_at: later(10) },
    });
  });

  it('[run.order.let-in] stays so with a step of that run, which a worker that was given up may have taken', () => {
    const outbox = { kind: 'turn' as const, run_id: 'run', due_at: later(10) };
    const stored = { ...working([]), thread: thread({ outbox }) };
    const { changes } = changed(
      advance(stored, turn({ turn: 2, calls: [{ id: '1', name: 'x', args: {} }] }), surroundings()),
    );
    expect(changes.thread?.outbox).toEqual(outbox);
  });

  it('[run.order.let-in] is of no further use when that run has left', () => {
    const outbox = { kind: 'turn' as const, run_id: 'run', due_at: later(10) };
    const stored = { ...working([]), thread: thread({ outbox }) };
    const { changes } = changed(advance(stored, turn({ turn: 2 }), surroundings()));
    expect(changes.thread).not.toHaveProperty('outbox');
  });

  it('[run.order.let-in] is nothing new when a paused run resumes behind another', () => {
    const answer = { type: 'answer', tool_call_id: 'call', message_id: 'm', content: 'Yes.' } as const;
    const stored = paused('question', { thread: { active_runs: ['works'] } });
    expect(changed(advance(stored, answer, surroundings())).changes.thread).not.toHaveProperty('outbox');
  });
});
