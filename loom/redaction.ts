import { redactArgs, redacted, redactResult } from '#patches/redact.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';

/** A call's arguments as events and traces may show them (service.md "Events", rule 3). */
export function redactedArgs(call: ToolCallDocument): Record<string, unknown> {
  return redactArgs(call, call.args);
}

/**
 * A call's result as events and traces may show it. What a host says of its failure is text through which no pointer
 * leads: where results are redacted, it is hidden as a whole.
 */
export function redactedResult(call: ToolCallDocument): Record<string, unknown> | undefined {
  const { result, error, redact } = call;
  if (result === undefined) return undefined;
  const shown = redactResult(call, result);
  const saidByHost = error?.code === 'host_error' && 'response' in result;
  return saidByHost && (redact?.result ?? []).length > 0 ? { ...shown, response: redacted } : shown;
}

/**
 * A model's payload as a trace may show it: wherever it holds the arguments or the result of a call, as a value or
 * as JSON text, the redacted ones stand instead.
 */
export function redactedPayload(
  payload: Record<string, unknown>,
  calls: ToolCallDocument[],
): Record<string, unknown> {
  const replacements = calls.flatMap((call) => [
    { hidden: call.args, shown: redactedArgs(call) },
    ...(call.result === undefined ? [] : [{ hidden: call.result, shown: redactedResult(call) }]),
  ]);
  const texts = replacements
    .filter(({ hidden, shown }) => hidden !== shown)
    .map(({ hidden, shown }) => ({
      hidden: JSON.stringify(hidden),
      shown: JSON.stringify(shown),
      value: shown,
    }));
  return texts.length === 0 ? payload : (replaceIn(payload, texts) as Record<string, unknown>);
}

interface Replacement {
  hidden: string;
  shown: string;
  value: unknown;
}

function replaceIn(value: unknown, replacements: Replacement[]): unknown {
  if (typeof value === 'string') {
    return replacements.reduce((text, { hidden, shown }) => text.replaceAll(hidden, () => shown), value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  const whole = replacements.find(({ hidden }) => hidden === text);
  if (whole !== undefined) return whole.value;
  return Array.isArray(value)
    ? value.map((inner) => replaceIn(inner, replacements))
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceIn(inner, replacements)]));
}
