import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { CallSettled } from '../rules/inputs.ts';
import type { Applied } from '../rules/stored.ts';

/** The result of a call that waits to be stored, and what came of that. */
export interface WaitingResult {
  input: CallSettled;
  /** The call as its attempt has read and marked it. */
  call: ToolCallDocument | undefined;
  end?: { applied: Applied } | { error: unknown };
}
