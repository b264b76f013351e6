import { canonicalJson } from '#contract/canonical-json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { BlindName } from './blind-name.ts';
import { normalizedAt } from './normalized-arguments.ts';

/** Others may work after a value of so many characters, which pointers may lead to several times. */
const longValue = 4096;

/**
 * The key by which two calls on a thread have the same effect: a blind name of the thread, the patch, of whatever
 * version, and the values of its `reliability.key`, however they are written. A missing value is the default that the
 * patch declares.
 *
 * A generator of steps: the caller may let others work between two of them.
 * @param nameOf of the workspace: redacted arguments cannot be guessed from the key
 * @param args of any depth that validation has let through
 * @returns undefined if the patch has no key
 */
export function* effectKey(
  nameOf: BlindName,
  threadId: string,
  { key: patch, reliability, input_schema }: Pick<Patch, 'key' | 'reliability' | 'input_schema'>,
  args: JsonObject,
): Generator<void, string | undefined> {
  if (reliability.key === undefined) return undefined;
  const values: string[][] = [];
  for (const pointer of reliability.key) {
    const normalized = normalizedAt(args, input_schema, pointer);
    // Null is a possible value, too: an array distinguishes a missing one by its length.
    const json = normalized === undefined ? [] : [canonicalJson(normalized)];
    values.push(json.map((text) => nameOf('effect', [text])));
    if ((json[0]?.length ?? 0) > longValue) yield;
  }
  return nameOf('effect', [canonicalJson([threadId, patch, reliability.key, values])]);
}
