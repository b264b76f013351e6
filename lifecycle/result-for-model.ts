import { fromJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';

/**
 * A call's result as the model is told: what came back, and what the person who approved had to say, as `approval`. A
 * host that has a field of that name keeps it; its whole result then stands as `result`.
 * @param result what came back, where another than the stored one is to be told
 */
export function resultForModel(
  { decision, result: stored }: Pick<ToolCallDocument, 'decision' | 'result'>,
  result: JsonObject = stored === undefined ? {} : fromJsonText(stored),
): JsonObject {
  // A rejection is the result itself, with its detail.
  if (decision?.decision !== 'approve' || decision.detail === undefined) return result;
  const approval = { detail: fromJsonText(decision.detail) };
  return Object.hasOwn(result, 'approval') ? { result, approval } : { ...result, approval };
}
