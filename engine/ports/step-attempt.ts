/** A call that was marked in a step. */
export interface MarkedCallNote {
  tool_call_id: string;
  patch_ref: string;
  attempts: number;
}

/**
 * One attempt of Temporal at a step of a run. Another attempt follows if this one throws, or if its worker stops
 * sending heartbeats; the worker may come back afterwards and continue its attempt, so two of them may work on the same
 * step.
 */
export interface StepAttempt {
  /** Whether nobody has attempted the step before. */
  isFirst: boolean;
  /**
   * Aborts when the workflow cancels the step, or when the time that a stopping worker gives its steps is over. Stored
   * results stay.
   */
  cancelled: AbortSignal;
  /** Aborts when the time that a stopping worker gives its steps is over. */
  stopping: AbortSignal;
  /** The number of the latest attempt at its call that was marked in this step; 0 if none was, as far as is known. */
  marked: () => number;
  /** Notes for later attempts, and for operators, that a call was marked. They may learn of it late, or never. */
  noteMarked: (call: MarkedCallNote) => void;
}
