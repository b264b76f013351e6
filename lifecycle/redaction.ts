import { fromJsonText } from '#contract/json-text.ts';
import { isJsonObject } from '#contract/json.ts';
import { redactArgs, redacted, redactResult } from '#patches/redact.ts';
import { replaceHidden } from './redacted-payload.ts';
import { resultForModel } from './result-for-model.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';

/** A call's arguments as events and traces may show them (service.md "Events", rule 3). */
export function redactedArgs(call: Pick<ToolCallDocument, 'args' | 'redact'>): Record<string, unknown> {
  return redactArgs(call, fromJsonText(call.args));
}

/**
 * A call's result as events and traces may show it. What a host says of its failure is text through which no pointer
 * leads: where results are redacted, it is hidden as a whole.
 */
export function redactedResult(
  call: Pick<ToolCallDocument, 'result' | 'error' | 'redact'>,
): Record<string, unknown> | undefined {
  const { result, error, redact } = call;
  if (result === undefined) return undefined;
  const value = fromJsonText(result);
  const shown = redactResult(call, value);
  const saidByHost = error?.code === 'host_error' && 'response' in value;
  return saidByHost && (redact?.result ?? []).length > 0 ? { ...shown, response: redacted } : shown;
}

/** What a call has that may not be shown everywhere. */
export type Redactable = Pick<ToolCallDocument, 'args' | 'redact'> &
  Pick<ToolCallDocument, 'result' | 'error' | 'decision'> & {
    /** What the model sent, where it could not be parsed: no pointer leads through it. */
    unparsed?: string;
  };

/**
 * A model's payload as a trace may show it: wherever it holds the arguments or the result of a call, as a value or
 * as JSON text, the redacted ones stand instead.
 */
export function redactedPayload(
  payload: Record<string, unknown>,
  calls: Redactable[],
): Record<string, unknown> {
  const objects = new Map<string, unknown>();
  const texts = new Set<string>();
  for (const call of calls) {
    const hides = [replacement(call.args, redactedArgs(call)), ...resultReplacements(call)];
    for (const { hidden, shown, value } of hides) if (hidden !== shown) objects.set(hidden, value);
    const { unparsed = '', redact } = call;
    if (unparsed !== '' && (redact?.args ?? []).length > 0) texts.add(unparsed);
  }
  if (objects.size === 0 && texts.size === 0) return payload;
  const shown = replaceHidden(payload, objects, texts);
  return isJsonObject(shown) ? shown : { redacted: shown };
}

/** A model is told a result as it is, or with the words of who approved. */
function resultReplacements(call: Redactable): Replacement[] {
  const shown = redactedResult(call);
  if (call.result === undefined || shown === undefined) return [];
  const told = JSON.stringify(resultForModel(call));
  return [
    replacement(told, resultForModel(call, shown)),
    ...(told === call.result ? [] : [replacement(call.result, shown)]),
  ];
}

function replacement(hidden: string, value: unknown): Replacement {
  return { hidden, shown: JSON.stringify(value), value };
}

interface Replacement {
  hidden: string;
  shown: string;
  value: unknown;
}
