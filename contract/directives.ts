import type { CloseReason, RunErrorCode } from './run-state.ts';

/**
 * What a run's workflow is told to do next: small, free of content (it stays in the history), and derived from
 * what is stored, so that a repeated activity gives the same one.
 */
export type Directive =
  /** Another run has the thread's floor. */
  | { next: 'wait_for_floor' }
  /** Take the model turn with this number. */
  | { next: 'turn'; turn: number }
  /** The run has ended. `grant_floor_to` is the run that may work on the thread now. */
  | ({ next: 'end'; grant_floor_to?: string } & (
      { state: 'closed'; reason: CloseReason } | { state: 'failed'; error: RunErrorCode }
    ));
