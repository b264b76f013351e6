import { fromJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';

/**
 * A call's result as the model is told: the result, that of an earlier call as `{repeated: true, result}`, and the comment of
 * the approver as `approval`. If the host's result has a field of that name, it is kept, and the whole result is nested under `result`.
 * @param result the result to tell, if it differs from the stored one
 */
export function resultForModel(
  { decision, repeated, result: stored }: Pick<ToolCallDocument, 'decision' | 'repeated' | 'result'>,
  result: JsonObject = stored === undefined ? {} : fromJsonText(stored),
): JsonObject {
  const told = repeated === true ? { repeated: true, result } : result;
  // A rejection is itself the result, with its detail.
  if (decision?.decision !== 'approve' || decision.detail === undefined) return told;
  const approval = { detail: fromJsonText(decision.detail) };
  return Object.hasOwn(told, 'approval') ? { result: told, approval } : { ...told, approval };
}
