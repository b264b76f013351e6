import { canonicalJson } from '#contract/canonical-json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import { comparableValue } from '#engine/rules/comparable-value.ts';
import type { BlindName } from '#store/mongo/blind-index.ts';
import { valueAt } from '#patches/json-pointer.ts';

/**
 * By what two calls on a thread have the same effect: a blind name of the thread, the patch, of whatever version, and the values
 * to which its `reliability.key` leads, however they are written.
 * @param nameOf of the workspace: what is redacted of the arguments cannot be guessed from the key
 * @param args of any depth that validation has let through
 * @returns undefined if the patch has no key
 */
export function effectKey(
  nameOf: BlindName,
  threadId: string,
  { key: patch, reliability }: Pick<Patch, 'key' | 'reliability'>,
  args: JsonObject,
): string | undefined {
  if (reliability.key === undefined) return undefined;
  // A value that is missing differs from null: an array tells them apart by its length.
  const values = reliability.key.map((pointer) => {
    const value = valueAt(args, pointer);
    return value === undefined ? [] : [comparableValue(value)];
  });
  return nameOf('effect', [canonicalJson([threadId, patch, reliability.key, values])]);
}
