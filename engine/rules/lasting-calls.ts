import type { JsonObject } from '#contract/json.ts';
import type { JsonText } from '#contract/json-text.ts';
import { truncate } from '#contract/text.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { escapedJson } from '#contract/words/unseen-characters.ts';
import { withoutFilled } from '#patches/fill.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { redactedArgs, redactedResult } from './redaction.ts';

/** Characters of a call's arguments, and of its result, in one line. */
export const lineCharacters = 200;
/** Redacting a text needs parsing it. For longer ones, a line states the length. */
export const redactableCharacters = 16_384;

/**
 * Whether a call must not be forgotten however old it is: somebody had to decide on it, or the host does not ignore a repetition. A
 * model that does not know of it may make it again.
 */
export function isLasting({ gate, reliability }: Pick<ToolCallDocument, 'gate' | 'reliability'>): boolean {
  return gate !== null || reliability?.idempotent === false;
}

/** A new call, with what it is found by when its run is too old to be shown. */
export function withLasting<Call extends ToolCallDocument>(
  call: Call,
  { thread_id, seq }: { thread_id: string; seq: number },
): Call {
  return isLasting(call) ? { ...call, lasting: { thread_id, run_seq: seq } } : call;
}

/**
 * The fields of a call that {@link lineOfCall} reads: with texts, or their lengths where they are too long to be read.
 */
export type CallOfLine = Pick<
  ToolCallDocument,
  'patch_ref' | 'status' | 'repeated' | 'error' | 'filled' | 'redact' | 'started_at' | 'finished_at'
> & {
  args: string | number;
  result?: string | number;
  outcome?: Pick<NonNullable<ToolCallDocument['outcome']>, 'state'>;
};

/**
 * A call in one line: time, patch, arguments, status and result, the arguments and the result cut, and without what was filled in, and
 * what the patch redacts: in a text that is cut, nobody would find it. What cannot be seen is escaped, separators of lines included: what a host
 * answers does not look like the line of another call.
 */
export function lineOfCall(call: CallOfLine): string {
  const { patch_ref, outcome, filled = [], redact, started_at, finished_at = started_at } = call;
  const args = shortened(call.args, [...(redact?.args ?? []), ...filled], (text) =>
    withoutFilled(redactedArgs({ ...call, args: text }), filled),
  );
  const result = shortened(call.result, redact?.result, (text) => redactedResult({ ...call, result: text }));
  return [
    toTimestamp(finished_at),
    patch_ref,
    args,
    '->',
    statusOf(call),
    result,
    outcome === undefined ? undefined : `(reported: ${outcome.state})`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

function statusOf({ status, error, repeated }: CallOfLine): string {
  if (error !== undefined) return `${status} (${error.code})`;
  return repeated === true ? `${status} (not made: has the result of an earlier call)` : status;
}

function shortened(
  text: string | number | undefined,
  pointers: readonly string[] = [],
  redacted: (text: JsonText<JsonObject>) => unknown,
): string | undefined {
  if (text === undefined) return undefined;
  const isHidden = pointers.length > 0;
  if (typeof text === 'number' || (isHidden && text.length > redactableCharacters)) {
    return `(${typeof text === 'number' ? text : text.length} characters)`;
  }
  const shown = isHidden ? JSON.stringify(redacted(text as JsonText<JsonObject>)) : text;
  return escapedJson(shown.length <= lineCharacters ? shown : `${truncate(shown, lineCharacters)}…`);
}
