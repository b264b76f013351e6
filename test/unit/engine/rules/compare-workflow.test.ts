import { describe, expect, it } from 'vitest';
import type { WorkflowView } from '#contract/temporal/workflow-view.ts';
import { compareWorkflow } from '#engine/rules/compare-workflow.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import {
  later,
  now,
  pause,
  run as runOf,
  thread as threadOf,
  threadPause,
} from '../../../support/rules/documents.ts';

const asked = pause('question', { tool_call_id: 'call', patch_ref: 'ask_user@1', ttl_seconds: 600 });
const pausedFor = (tool_call_id: string): WorkflowView => ({
  is: 'waiting',
  paused_for: { kind: 'question', patch_ref: 'ask_user@1', tool_call_id },
});

/** The action for a run that works or is paused. */
function compared(
  view: WorkflowView,
  {
    run = {},
    thread = {},
    at = now,
  }: { run?: Partial<RunDocument>; thread?: Partial<ThreadDocument>; at?: Date } = {},
) {
  const stored = {
    run: runOf(run),
    thread: threadOf(thread),
    calls: [],
  };
  return compareWorkflow(stored, view, at);
}
const paused = {
  run: { state: 'awaiting_input' as const },
  thread: { active_runs: [], pauses: [threadPause(asked)] },
};

describe('[invariant.stores-agree-again] an open run and its workflow', () => {
  it.each<[string, WorkflowView, Parameters<typeof compared>[1]]>([
    ['the workflow works', { is: 'working' }, {}],
    ['both wait for the same call', pausedFor('call'), paused],
    ['the run waits for the thread lock', { is: 'waiting' }, { thread: { active_runs: ['other', 'run'] } }],
  ])('agree when %s', (_, view, stored) => {
    expect(compared(view, stored)).toBeUndefined();
  });

  it.each<[string, string, WorkflowView, Parameters<typeof compared>[1]]>([
    ['start', 'there is no workflow', { is: 'unknown' }, {}],
    ['restart', 'the history of the workflow has diverged', { is: 'diverged', execution: 'one' }, {}],
    ['restart', 'that of a paused run has', { is: 'diverged', execution: 'one' }, paused],
    ['end', 'the workflow has closed', { is: 'closed' }, {}],
    ['end', 'the workflow of a paused run has closed', { is: 'closed' }, paused],
    ['tell', 'the workflow waits for a call that is over', pausedFor('call'), {}],
    ['tell', 'it waits for an earlier call', pausedFor('earlier'), paused],
    ['tell', 'the run is paused, and the workflow waits for the thread lock', { is: 'waiting' }, paused],
    ['tell', 'the run holds the thread lock, and the workflow waits', { is: 'waiting' }, {}],
    ['expire', 'the pause is long over', pausedFor('call'), { ...paused, at: later(700) }],
  ])('disagree (%s) when %s', (done, _, view, stored) => {
    expect(compared(view, stored)).toBe(done);
  });

  it('agree while the pause is just over, because the workflow ends it itself', () => {
    expect(compared(pausedFor('call'), { ...paused, at: later(610) })).toBeUndefined();
  });

  it.each<[string, Parameters<typeof compared>[1]]>([
    ['about the run', { run: { outbox: { kind: 'start', version: 1, due_at: now } } }],
    [
      'about the thread lock',
      { thread: { outbox: { kind: 'lockGranted', run_id: 'run', version: 1, due_at: now } } },
    ],
  ])('are left to the outbox while an entry %s is stored', (_, stored) => {
    const views: WorkflowView[] = [{ is: 'unknown' }, { is: 'closed' }, { is: 'waiting' }];
    for (const view of views) expect(compared(view, stored)).toBeUndefined();
  });
});
