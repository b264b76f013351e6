import { canonicalJson } from './canonical-json.ts';

/** The parts of a held write that an approval covers. */
export interface CoveredCall {
  tool_call_id?: string | undefined;
  patch_ref?: string | undefined;
  summary?: unknown;
  args?: unknown;
  connection?: unknown;
  risk?: string | undefined;
  digest?: string | undefined;
}

/** Whether an approver would see two held writes as the same. */
export function isSameCall(one: CoveredCall, other: CoveredCall): boolean {
  return coveredText(one) === coveredText(other);
}

function coveredText({
  tool_call_id,
  patch_ref,
  summary,
  args,
  connection,
  risk,
  digest,
}: CoveredCall): string {
  return canonicalJson({ tool_call_id, patch_ref, summary, args, connection, risk, digest });
}
