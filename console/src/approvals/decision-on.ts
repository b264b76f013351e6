import type { ToolCall } from '../api/schema.ts';

/**
 * The decision on a held call. A trace does not show the ids of calls: the digest says which call it is. For one that was decided on
 * under another digest, it is the first decision on a call of the patch since it is held.
 */
export function decisionOn(
  calls: readonly ToolCall[],
  { patch_ref, created_at, digest }: { patch_ref: string; created_at: string; digest?: string | undefined },
): ToolCall['decision'] {
  const same = calls.find(
    ({ decisions = [] }) => digest !== undefined && decisions.some((each) => each.digest === digest),
  );
  if (same?.decision !== undefined) return same.decision;
  return calls
    .filter((call) => call.patch_ref === patch_ref)
    .flatMap(({ decision }) =>
      decision !== undefined && decision.created_at >= created_at ? [decision] : [],
    )
    .toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))[0];
}
