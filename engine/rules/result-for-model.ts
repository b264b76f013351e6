import { defined } from '#contract/defined.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import { respondedField } from '#contract/responded-field.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';

/**
 * The fields of a result by which a model sees that a call failed, people's decisions on it, that it was not repeated, and what was said
 * while it was held (engine/steps/meanwhile.ts). Where a protocol does not mark failed calls, `error` is all that says so.
 */
const ownFields = ['approval', 'declined', 'error', 'meanwhile', 'repeated', 'revised', respondedField];

/**
 * A call's result for the model: the result, that of an earlier call as `{repeated: true, result}`, and the comments of
 * the approvers as `approval`: `detail` of the last one, and `earlier` for those of the others. If the host's result
 * has a field of one of these names, it is kept, and the whole result is nested under `result`: a host's text must not
 * look like a person's decision, or like a call that was refused.
 * @param result the result to use, if it differs from the stored one
 */
export function resultForModel(
  {
    approvals = [],
    decision,
    repeated,
    result: stored,
    status,
  }: Pick<ToolCallDocument, 'approvals' | 'decision' | 'repeated' | 'result'> &
    Partial<Pick<ToolCallDocument, 'status'>>,
  result: JsonObject = stored === undefined ? {} : fromJsonText(stored),
): JsonObject {
  const shown = labelled(result, { repeats: repeated === true, isOfHost: status === 'ok' });
  // A rejection is itself the result, with its detail.
  if (decision?.decision !== 'approve') return shown;
  const earlier = approvals.flatMap(({ detail }) => (detail === undefined ? [] : [fromJsonText(detail)]));
  if (decision.detail === undefined && earlier.length === 0) return shown;
  const approval = {
    ...(decision.detail === undefined ? {} : { detail: fromJsonText(decision.detail) }),
    ...(earlier.length === 0 ? {} : { earlier }),
  };
  return Object.hasOwn(shown, 'approval') ? { result: shown, approval } : { ...shown, approval };
}

function labelled(
  result: JsonObject,
  { repeats, isOfHost }: { repeats: boolean; isOfHost: boolean },
): JsonObject {
  if (repeats) return { repeated: true, result };
  return isOfHost && ownFields.some((name) => Object.hasOwn(result, name)) ? { result } : result;
}

/**
 * The result of a call with the outcome that was reported after its run had given up waiting, for later runs.
 * @param detail of the report, if it differs from the stored one
 * @returns undefined if nothing was reported later
 */
export function withLateOutcome(
  { error, outcome }: Pick<ToolCallDocument, 'error' | 'outcome'>,
  result: JsonObject,
  detail: JsonObject | undefined = outcome?.detail === undefined ? undefined : fromJsonText(outcome.detail),
): JsonObject | undefined {
  if (outcome === undefined || error === undefined) return undefined;
  return { ...result, outcome: { state: outcome.state, ...defined({ detail }) } };
}
