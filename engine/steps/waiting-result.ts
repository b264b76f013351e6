import type { CallSettled } from '../rules/inputs.ts';
import type { Applied } from '../rules/stored.ts';

/** The result of a call that waits to be stored, and what came of that. */
export interface WaitingResult {
  input: CallSettled;
  end?: { applied: Applied } | { error: unknown };
}
