import type { Directive, PendingCall, StepDirective } from '#contract/temporal/directive.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import { waitsFor } from './calls.ts';
import { nextEnd } from './ends.ts';
import { nextToHold } from './hold-calls.ts';
import { heldAs, pauseOf } from './pause.ts';

/**
 * The next step of a run's workflow. It is derived from the stored state, so that an activity that runs twice returns
 * the same.
 */
export function directiveOf(stored: LoadedRun): Directive {
  const { run, thread } = stored;
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
      if (pause === undefined) throw new Error(`run ${run._id} is paused for nothing`);
      const back = cameBack(stored);
      if (back.length > 0) return { next: 'hold', turn: run.turn_count, calls: back };
      const { type: kind, tool_call_id, patch_ref } = pause;
      const expires_at = toTimestamp(nextEnd(pause));
      const calls = toMake(stored);
      const approved = calls.length === 0 ? {} : { approved: { turn: run.turn_count, calls } };
      return {
        next: 'pause',
        tool_call_id,
        patch_ref,
        kind,
        expires_at,
        ...wakesAt(run),
        ...approved,
        ...(run.closing === undefined ? {} : { closing: true as const }),
        ...grant,
      };
    }
    case 'running':
      if (run.closing !== undefined) return directiveToClose(stored);
      return run.cancel_requested === true ? { next: 'cancel' } : directiveOfCalls(stored);
  }
}

function wakesAt({ pauses = [] }: RunDocument): { wake_at?: string } {
  const times = pauses.flatMap(({ wake_at }) => wake_at?.getTime() ?? []);
  return times.length === 0 ? {} : { wake_at: toTimestamp(new Date(Math.min(...times))) };
}

/** The calls whose approvals have lapsed while others of their turn are held, and which are held again at once. */
function cameBack({ run, calls }: LoadedRun): string[] {
  return calls
    .filter((call) => waitsFor(call) === 'confirmation' && heldAs(run, call._id) === undefined)
    .map(({ _id }) => _id);
}

/** The outbox entry that grants a run the thread lock, if it is not removed yet. */
function entryOf({ outbox }: ThreadDocument, runId: string): { grant_version?: number } {
  return outbox?.run_id === runId ? { grant_version: outbox.version } : {};
}

/** First the turn's calls, then all that need a confirmation, then the others that pause the run, one at a time, then the next turn. */
function directiveOfCalls(stored: LoadedRun): StepDirective {
  const turn = stored.run.turn_count;
  const calls = toMake(stored);
  if (calls.length > 0) return { next: 'execute', turn, calls };
  const next = nextToHold(stored.calls);
  if (next.length > 0) return { next: 'hold', turn, calls: next.map(({ _id }) => _id) };
  return { next: 'turn', turn: turn + 1 };
}

/** Approved calls are made, and nothing else: the last of them ends the run, unless its worker has read the others too early. */
function directiveToClose(stored: LoadedRun): Directive {
  const calls = toMake(stored);
  return calls.length === 0 ? { next: 'cancel' } : { next: 'execute', turn: stored.run.turn_count, calls };
}

function toMake({ calls }: LoadedRun): PendingCall[] {
  return calls
    .filter((call) => waitsFor(call) === 'execution')
    .map(({ _id, patch_ref, timeout_seconds }) => ({ tool_call_id: _id, patch_ref, timeout_seconds }));
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
      return step.next === 'hold' && step.calls.some((id) => directive.calls.includes(id));
  }
}

function includes(calls: PendingCall[], { tool_call_id }: PendingCall): boolean {
  return calls.some((call) => call.tool_call_id === tool_call_id);
}
