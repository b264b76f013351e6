import type { JsonObject } from '#contract/json.ts';
import type { Charge } from '#lifecycle/charge.ts';
import type { CallResolution } from '#lifecycle/resolve-call.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import type { MeteredUse } from '#store/documents/usage.ts';

/** The result of a call that the service answers itself. Its charge and use are stored with it. */
export interface BuiltInResult {
  resolution: CallResolution;
  charge?: Charge;
  use?: MeteredUse;
}

/** The call to answer, and its run. */
export interface BuiltInCall {
  run: RunDocument;
  call: ToolCallDocument;
  args: JsonObject;
  /** Aborts when the run is to be cancelled. */
  signal: AbortSignal;
}
