import type { Directive, PendingCall, StepDirective } from '#contract/temporal/directive.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun, PauseDocument } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import { waitsFor } from './calls.ts';
import { expiresAt } from './expiry.ts';
import { awaitedFor, pauseOf } from './pause.ts';

/**
 * The next step of a run's workflow. It is derived from the stored state, so that an activity that runs twice returns
 * the same.
 */
export function directiveOf(stored: LoadedRun): Directive {
  const { run, thread, calls } = stored;
  const next = thread.active_runs.find((active) => active !== run._id);
  const grant = next === undefined ? {} : { grant_turn_lock_to: next, ...entryOf(thread, next) };
  switch (run.state) {
    case 'closed': {
      const { reason = 'finished' } = run;
      return { next: 'end', state: 'closed', reason, ...grant };
    }
    case 'failed': {
      const error = run.error?.code ?? 'internal_error';
      return { next: 'end', state: 'failed', error, ...grant };
    }
    case 'awaiting_input':
    case 'awaiting_outcome': {
      const pause = pauseOf(stored);
      const call = calls.find(({ _id }) => _id === pause?.tool_call_id);
      if (pause === undefined || call === undefined) throw new Error(`run ${run._id} is paused for nothing`);
      const { patch_ref } = call;
      const { type } = pause;
      const tool_call_id = awaitedFor(pause);
      const expires_at = toTimestamp(expiresAt(pause));
      const times = { expires_at, ...wakesAt(run.pause) };
      return { next: 'pause', tool_call_id, patch_ref, kind: type, ...times, ...grant };
    }
    case 'running':
      return run.cancel_requested === true ? { next: 'cancel' } : directiveOfCalls(stored);
  }
}

function wakesAt(pause: PauseDocument | undefined): { wake_at?: string } {
  return pause?.wake_at === undefined ? {} : { wake_at: toTimestamp(pause.wake_at) };
}

/** The outbox entry that grants a run the thread lock, if it is not removed yet. */
function entryOf({ outbox }: ThreadDocument, runId: string): { grant_version?: number } {
  return outbox?.run_id === runId ? { grant_version: outbox.version } : {};
}

/** First the turn's calls, then those that pause the run, one at a time in the model's order, then the next turn. */
function directiveOfCalls({ run, calls }: LoadedRun): StepDirective {
  const waiting = calls.filter((call) => waitsFor(call) === 'execution');
  if (waiting.length > 0) {
    return {
      next: 'execute',
      turn: run.turn_count,
      calls: waiting.map(({ _id, patch_ref, timeout_seconds }) => ({
        tool_call_id: _id,
        patch_ref,
        timeout_seconds,
      })),
    };
  }
  const held = calls.find((call) => waitsFor(call) !== undefined);
  if (held !== undefined) return { next: 'hold', tool_call_id: held._id };
  return { next: 'turn', turn: run.turn_count + 1 };
}

/**
 * Whether a step is still to be taken: of a step that makes calls, at least one of them. A requested cancellation does not
 * undo a step that was under way.
 */
export function isNext(stored: LoadedRun, step: StepDirective): boolean {
  if (stored.run.state !== 'running') return false;
  const directive = directiveOfCalls(stored);
  switch (directive.next) {
    case 'turn':
      return step.next === 'turn' && step.turn === directive.turn;
    case 'execute':
      return step.next === 'execute' && step.calls.some((call) => includes(directive.calls, call));
    case 'hold':
      return step.next === 'hold' && step.tool_call_id === directive.tool_call_id;
  }
}

function includes(calls: PendingCall[], { tool_call_id }: PendingCall): boolean {
  return calls.some((call) => call.tool_call_id === tool_call_id);
}
