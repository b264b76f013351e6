import type { ModelFailureCode } from '../model-failure.ts';
import type { CloseReason, PauseKind, RunErrorCode } from '../run-state.ts';

/**
 * The next step of a run's workflow: small, without content (it stays in the history), and derived from the stored
 * state, so that a repeated activity returns the same one.
 */
export type Directive =
  /** Another run holds the lock of the thread: repeat this step when the lock is free. */
  | { next: 'wait_for_turn_lock' }
  /**
   * Take the model turn with this number, after a delay if its provider has failed. `tries` is how often it has failed.
   * It is counted here, separately from attempts that failed because of the service's own parts. `failed_with` is how the last of
   * them failed.
   */
  | { next: 'turn'; turn: number; tries?: number; failed_with?: ModelFailureCode; retry_in_ms?: number }
  /** Make these calls of a turn, concurrently. */
  | { next: 'execute'; turn: number; calls: PendingCall[] }
  /** Pause for these calls: hold all at their gates, or ask for one, or propose it. */
  | { next: 'hold'; turn: number; calls: string[] }
  /**
   * A cancellation was requested, or held calls have expired, and no approved call is left. The workflow ends the run after all attempts at its calls: it knows which calls were made,
   * even if the store was restored since.
   */
  | { next: 'cancel' }
  | PauseDirective
  | EndDirective;

/** A directive that activities carry out. */
export type StepDirective = Extract<Directive, { next: 'turn' | 'execute' | 'hold' }>;

export interface PendingCall {
  tool_call_id: string;
  patch_ref: string;
  timeout_seconds: number;
}

/** Wait until people have resolved all that the run waits for, until the first of it expires, and make meanwhile what they approve. */
export interface PauseDirective {
  next: 'pause';
  /** The call for which the run was paused first, which identifies the pause: it may be resolved before others. */
  tool_call_id: string;
  patch_ref: string;
  kind: PauseKind;
  /** When the first of it is over, which does not depend on when the workflow gets there. */
  expires_at: string;
  /** When somebody is to be reminded of it, it is to be escalated, or it is to be made, before it ends. Absent if nothing is to come. */
  wake_at?: string;
  /** Calls that were approved while others of their turn are held. Absent if there are none. */
  approved?: { turn: number; calls: PendingCall[] };
  /** The run closes once what it waits for is made, withdrawn or rejected. A cancellation does not end the pause. Absent if not. */
  closing?: true;
  /** The run that may work on the thread next. */
  grant_turn_lock_to?: string;
  /** The outbox entry that grants that run the thread lock. */
  grant_version?: number;
}

/** Close the workflow as the run ended. */
export type EndDirective = {
  next: 'end';
  /** The run that may work on the thread next. */
  grant_turn_lock_to?: string;
  /** The outbox entry that grants that run the thread lock. */
  grant_version?: number;
} & ({ state: 'closed'; reason: CloseReason } | { state: 'failed'; error: RunErrorCode });
