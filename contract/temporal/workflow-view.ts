import type { PauseKind } from '../run-state.ts';

/** The workflow of a run, as Temporal has it at a moment. Does not use zod, because workflow code may import this file. */
export type WorkflowView =
  /** Temporal does not know it: it was not started yet, or Temporal has lost it. */
  | { is: 'unknown' }
  /** `completed`: it has ended by itself, as its run had; otherwise it was terminated or timed out. */
  | { is: 'closed'; completed?: true }
  /** It has a task or an activity. What it does next, it reads from the store. */
  | { is: 'working' }
  /**
   * Its history is not what its code has done, so that every task of it fails. `execution`: which of its executions that
   * is, as Temporal names them.
   */
  | { is: 'diverged'; execution: string }
  /** It waits for a signal or a timer: in a pause, for the thread lock, or for a provider. */
  | { is: 'waiting'; paused_for?: WorkflowPause };

/** The call for which a workflow is paused. */
export interface WorkflowPause {
  kind: PauseKind;
  patch_ref: string;
  tool_call_id: string;
}
