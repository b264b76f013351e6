import type { ToolCall } from '../api/schema.ts';

/**
 * The decision on a call of a patch that is held since a time. A trace does not show the ids of calls, but a run holds
 * one call at a time: the first decision after that is the one.
 */
export function decisionOn(
  calls: readonly ToolCall[],
  { patch_ref, created_at }: { patch_ref: string; created_at: string },
): ToolCall['decision'] {
  return calls
    .filter((call) => call.patch_ref === patch_ref)
    .flatMap(({ decision }) =>
      decision !== undefined && decision.created_at >= created_at ? [decision] : [],
    )
    .toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))[0];
}
