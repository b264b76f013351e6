import type { CloseReason, PauseKind, RunErrorCode } from '../run-state.ts';

/**
 * What a run's workflow is told to do next: small, free of content (it stays in the history), and derived from
 * what is stored, so that a repeated activity gives the same one.
 */
export type Directive =
  /** Another run has the turn lock of the thread: do the same again when it is free. */
  | { next: 'wait_for_turn_lock' }
  /**
   * Take the model turn with this number, after a wait where its provider has failed. `tries`: how often it has
   * failed. They are counted here, apart from attempts that fail of our own parts.
   */
  | { next: 'turn'; turn: number; tries?: number; retry_in_ms?: number }
  /** Make these calls of a turn, side by side. */
  | { next: 'execute'; turn: number; calls: PendingCall[] }
  /** Pause for this call: ask, hold it at its gate, or propose it. */
  | { next: 'hold'; tool_call_id: string }
  | PauseDirective
  | EndDirective;

export interface PendingCall {
  tool_call_id: string;
  patch_ref: string;
  timeout_seconds: number;
}

/** Wait until somebody resolves the call, at most so long. */
export interface PauseDirective {
  next: 'pause';
  tool_call_id: string;
  patch_ref: string;
  kind: PauseKind;
  ttl_seconds: number;
  /** The run that may work on the thread now. */
  grant_turn_lock_to?: string;
}

/**
 * Close the workflow as the run ended, so that operators find it by the workflow's own status. Histories recorded before
 * `close_as` lack it: their workflows complete, whatever became of the run.
 */
export type EndDirective = {
  next: 'end';
  /** The run that may work on the thread now. */
  grant_turn_lock_to?: string;
} & (
  | { state: 'closed'; reason: CloseReason; close_as?: 'completed' | 'cancelled' }
  | { state: 'failed'; error: RunErrorCode; close_as?: 'failed' }
);
