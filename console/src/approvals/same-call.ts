import { canonicalJson } from '#contract/canonical-json.ts';
import type { HeldWrite } from '../conversation/event-data.ts';

type Covered = Partial<
  Pick<HeldWrite, 'tool_call_id' | 'patch_ref' | 'summary' | 'args' | 'connection' | 'risk' | 'digest'>
>;

/** Whether two held writes are the same to whoever decides on them. */
export function isSameCall(one: Covered, other: Covered): boolean {
  return coveredText(one) === coveredText(other);
}

function coveredText({ tool_call_id, patch_ref, summary, args, connection, risk, digest }: Covered): string {
  return canonicalJson({ tool_call_id, patch_ref, summary, args, connection, risk, digest });
}
