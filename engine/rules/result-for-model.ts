import { fromJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';

/**
 * A call's result as the model is told: the result, that of an earlier call as `{repeated: true, result}`, and the comments of
 * the approvers as `approval`: `detail` of the last one, and `earlier` for those of the others. If the host's result has a field
 * of that name, it is kept, and the whole result is nested under `result`.
 * @param result the result to tell, if it differs from the stored one
 */
export function resultForModel(
  {
    approvals = [],
    decision,
    repeated,
    result: stored,
  }: Pick<ToolCallDocument, 'approvals' | 'decision' | 'repeated' | 'result'>,
  result: JsonObject = stored === undefined ? {} : fromJsonText(stored),
): JsonObject {
  const told = repeated === true ? { repeated: true, result } : result;
  // A rejection is itself the result, with its detail.
  if (decision?.decision !== 'approve') return told;
  const earlier = approvals.flatMap(({ detail }) => (detail === undefined ? [] : [fromJsonText(detail)]));
  if (decision.detail === undefined && earlier.length === 0) return told;
  const approval = {
    ...(decision.detail === undefined ? {} : { detail: fromJsonText(decision.detail) }),
    ...(earlier.length === 0 ? {} : { earlier }),
  };
  return Object.hasOwn(told, 'approval') ? { result: told, approval } : { ...told, approval };
}
