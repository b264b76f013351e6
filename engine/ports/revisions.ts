import type { JsonObject } from '#contract/json.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { RevisedCall } from '../rules/inputs.ts';
import type { RunOnThread } from './calls.ts';

/** Judges the corrected arguments of held calls like those of new ones. */
export interface Revisions {
  /**
   * @param args all arguments, in which the placeholder of a hidden value stands for the value that is stored
   * @throws {ServiceError} `invalid_args`, `unknown_connection`
   */
  judge: (stored: RunOnThread, call: ToolCallDocument, args: JsonObject) => Promise<RevisedCall>;
  /** Whether these are the arguments that are shown of a call. */
  isSame: (call: ToolCallDocument, args: JsonObject) => boolean;
}
