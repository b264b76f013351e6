import type { JsonObject } from '#contract/json.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';

/** The call to answer, and its run. */
export interface BuiltInCall {
  run: RunDocument;
  call: ToolCallDocument;
  args: JsonObject;
  /** Aborts when the run is to be cancelled. */
  signal: AbortSignal;
}
