import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { fromJsonText, type JsonText } from '#contract/json-text.ts';
import { redact as hide, redactArgs, redacted, redactResult } from '#patches/redact.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';

/**
 * A call's arguments as events and traces may show them (event.redacted).
 * @param args the parsed arguments: what is shown of them as they are is shared with them
 */
export function redactedArgs(
  call: Pick<ToolCallDocument, 'args' | 'redact'>,
  args: JsonObject = fromJsonText(call.args),
): Record<string, unknown> {
  return redactArgs(call, args);
}

/**
 * A call's result as events and traces may show it. A host's or a tool's error message, or an answer with too many values to be
 * parsed, is text into which no pointer reaches: if results are redacted, it is hidden as a whole.
 * @param parsed the parsed result: what is shown of it as it is is shared with it
 */
export function redactedResult(
  call: Pick<ToolCallDocument, 'result' | 'error' | 'redact'>,
  parsed?: JsonObject,
): Record<string, unknown> | undefined {
  const { result, error, redact } = call;
  if (result === undefined) return undefined;
  const value = parsed ?? fromJsonText<JsonObject>(result);
  const shown = redactResult(call, value);
  if ((redact?.result ?? []).length === 0) return shown;
  if (error !== undefined && 'response' in value) return { ...shown, response: redacted };
  return value['unreadable'] === true && 'text' in value ? { ...shown, text: redacted } : shown;
}

/**
 * The detail of an outcome or a rejection as traces may show it. It is also the `detail` of the call's result: whatever
 * the patch's pointers hide there is hidden here, too.
 */
export function redactedDetail(
  call: Pick<ToolCallDocument, 'redact'>,
  text: JsonText,
): Record<string, unknown> {
  const detail = fromJsonText(text);
  const { detail: shown } = redactResult<{ detail: unknown }>(call, { detail });
  // A detail is an object: if all of it is hidden, its names are still shown.
  return isJsonObject(shown) ? shown : (hide(detail, ['']) as Record<string, unknown>);
}
