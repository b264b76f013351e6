import type { ToolCall } from '../api/schema.ts';

/** The latest decision on a call of a patch. A trace does not show the ids of calls. */
export function decisionOn(calls: readonly ToolCall[], patchRef: string): ToolCall['decision'] {
  return calls
    .filter((call) => call.patch_ref === patchRef && call.decision !== undefined)
    .map((call) => call.decision)
    .toSorted((one, other) => ((one?.created_at ?? '') < (other?.created_at ?? '') ? 1 : -1))[0];
}
