import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { Directive, PauseDirective, StepDirective } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import type { CallMade, MadeBefore, TurnCallMade } from '#contract/temporal/seen-calls.ts';
import type { Log } from '../../engine/ports/log.ts';

/**
 * What Temporal gives to the workflow of a run. The workflow survives its worker: another worker repeats its code from the
 * start, and everything here then resolves as it did before. Its code may therefore depend on nothing else, and has to ask
 * for the same things in the same order.
 *
 * Nothing runs concurrently except at an `await`. Signals are handled between two of them, in the order in which they came.
 */
export interface WorkflowContext {
  /** The time, in milliseconds since 1970. It stands still between two awaits. */
  now: () => number;
  /**
   * Waits until a condition on the workflow's own state holds, which may be at once.
   * @param limitMs for how long at most, by Temporal's clock; for ever if left out
   * @returns false if the time was over first
   * @throws a cancellation if the workflow is cancelled meanwhile
   */
  waitUntil: (isOver: () => boolean, limitMs?: number) => Promise<boolean>;
  /** Waits until all signals that have come are handled. Whatever ends or continues the workflow must wait for that. */
  signalsHandled: () => Promise<void>;

  activities: RunActivities;
  /** Starts work that can be cancelled on its own. Cancelling the workflow cancels it too. */
  start: <Result>(work: () => Promise<Result>) => CancellableWork<Result>;
  /** Does work that continues although the workflow was cancelled. */
  shielded: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Whether an error means that what was waited for was cancelled. */
  isCancellation: (error: unknown) => boolean;

  /**
   * Signals the workflow of another run that it may work: it has the lock of its thread now.
   * @param version the outbox entry of the thread that says so, unless it was removed already
   * @throws if that run has no open workflow. A workflow that starts later finds out for itself
   */
  grantLock: (runId: string, version: number | undefined) => Promise<void>;

  /** Whether the history has become so long that the workflow should continue as new. */
  continueAsNewSuggested: () => boolean;
  /**
   * Ends this workflow and starts it again with an empty history and this input, as one atomic step. Signals that were handled
   * before are forgotten; those that come later reach the new one.
   * @returns never: it rejects, with an error that is to be passed on
   */
  continueAsNew: (input: RunInput) => Promise<never>;

  display: RunDisplay;
  log: Pick<Log, 'warn' | 'error'>;
}

/**
 * The activities of a run: steps that reach the store, models and hosts. Temporal attempts each of them until it succeeds
 * or has failed for good, on any worker. An attempt whose worker falls silent is followed by another one, and the worker may go
 * on with it all the same: activities are therefore repeatable and may overlap, and the store decides what takes effect.
 *
 * Each resolves to what comes next for the run, by what is then stored. That may be another run's turn
 * (`wait_for_turn_lock`) only for those that take a step. One that rejects may still have stored its step.
 */
export interface RunActivities {
  /**
   * Takes a model turn. A cancellation aborts it, unless its result is already being stored.
   * @param input with `makes_call`, the activity may also make the call of the turn, as {@link executePatch} does
   */
  callModel: (
    input: StepInput & { turn: number; tries?: number; failed_with?: ModelFailureCode; makes_call?: true },
  ) => Promise<Directive & TurnCallMade>;
  /**
   * Makes a call of a turn. The attempt that resolves the last call of the turn may also take the next turn. A cancellation
   * does not interrupt an attempt, but no other attempt follows.
   * @param patchRef shown to operators
   */
  executePatch: (
    input: StepInput & { turn: number; tool_call_id: string; made_before?: MadeBefore },
    patchRef: string,
  ) => Promise<Directive & CallMade>;
  /** Pauses the run for a call. */
  holdCall: (input: StepInput & { tool_call_id: string }) => Promise<Directive>;
  /** Ends a pause that has lasted too long. Attempted until it succeeds. */
  expirePause: (input: RunInput & { tool_call_id: string; expires_at: string }) => Promise<Directive>;
  /** Reminds the approvers of a held call, or escalates it, if that is due. Attempted until it succeeds. */
  wakePause: (input: RunInput & { tool_call_id: string; wake_at: string }) => Promise<Directive>;
  /** Ends a run for which a cancellation was requested. Attempted until it succeeds. */
  cancelRun: (input: RunInput) => Promise<Directive>;
  /** Fails a run whose step has failed for good, unless the step was stored. Attempted until it succeeds. */
  failRun: (input: RunInput & { step: StepDirective }) => Promise<Directive>;
  /** Reads what comes next, and changes nothing. Attempted until it succeeds. */
  readNext: (input: RunInput) => Promise<Directive>;
}

/** The input of an activity that takes a step. */
export interface StepInput extends RunInput {
  /** The outbox entry by which the workflow was told that its run may work, after it had waited for that. */
  grant_version?: number;
}

/** Work that was started. */
export interface CancellableWork<Result> {
  result: Promise<Result>;
  /**
   * Asks for an end of the work. `result` settles when it is over, which may take as long as the work itself, and may well
   * resolve. It need not reject with a cancellation: an attempt that fails by itself is not repeated, and that failure is the
   * result.
   */
  cancel: () => void;
}

/** What operators see of a run. No other code depends on it, except for the sweep on the call that a run waits for. */
export interface RunDisplay {
  /** What the run is doing, in a few words. */
  doing: (what: string) => void;
  waitsFor: (pause: Pick<PauseDirective, 'kind' | 'patch_ref' | 'tool_call_id'>) => void;
  waitsNoLonger: () => void;
}
