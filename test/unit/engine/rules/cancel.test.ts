import { expect, it } from 'vitest';
import { advance } from '#engine/rules/advance.ts';
import {
  inFlight,
  later,
  now,
  paused,
  run,
  context,
  thread,
  working,
} from '../../../support/rules/documents.ts';
import { changed } from '../../../support/rules/outcomes.ts';

const asked = { type: 'cancel_requested' } as const;
const carriedOut = { type: 'cancel' } as const;

it('[run.cancel.paused] ends a paused run at once, its call failed as cancelled', () => {
  const { changes } = changed(advance(paused('question'), asked, context()));
  expect(changes.run).toMatchObject({ state: 'closed', reason: 'cancelled', closed_at: now });
  expect(changes.run.outbox?.kind).toBe('cancel');
  expect(changes.calls[0]?.set).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
  expect(changes.thread?.pauses).toEqual([]);
});

it('[run.cancel.stored-is-carried-out] is noted on a run that works, which ends at its next safe point', () => {
  const { changes, after } = changed(advance(working([]), asked, context()));
  expect(changes.run).toMatchObject({ state: 'running', cancel_requested: true, outbox: { kind: 'cancel' } });
  const end = changed(advance(after, carriedOut, context()));
  expect(end.changes.run).toMatchObject({ state: 'closed', reason: 'cancelled' });
});

it('[run.cancel.repeated] is told to the workflow again when it is asked again', () => {
  const { after } = changed(advance(working([]), asked, context()));
  const { outbox: _, ...told } = after.run;
  const again = changed(advance({ ...after, run: told }, asked, context(later(60))));
  expect(again.changes.run.outbox).toEqual({ kind: 'cancel', version: 3, due_at: later(70) });
});

it('[run.cancel.terminal] changes nothing on a run that has ended', () => {
  const stored = {
    run: run({ state: 'closed', reason: 'finished' }),
    thread: thread({ active_runs: [] }),
    calls: [],
  };
  expect(advance(stored, asked, context()).outcome).toBe('unchanged');
  expect(advance(stored, carriedOut, context()).outcome).toBe('unchanged');
});

it('[run.cancel.sent-call] waits for a call in flight, and tells it as unknown when its time is over', () => {
  const stored = working([inFlight(later(5))], { cancel_requested: true });
  expect(advance(stored, carriedOut, context())).toEqual({ outcome: 'too_early', until: later(6) });
  const { changes } = changed(advance(stored, carriedOut, context(later(6))));
  expect(changes.calls[0]?.set.error?.code).toBe('outcome_unknown');
  expect(changes.run).toMatchObject({ state: 'closed', reason: 'cancelled' });
});
