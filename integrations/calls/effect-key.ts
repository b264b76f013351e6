import { canonicalJson } from '#contract/canonical-json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { BlindName } from '#store/mongo/blind-index.ts';
import { saidAt } from './what-is-said.ts';

/**
 * By what two calls on a thread have the same effect: a blind name of the thread, the patch, of whatever version, and the values
 * to which its `reliability.key` leads, however they are written. A value that is left out is the default that the patch declares.
 * @param nameOf of the workspace: what is redacted of the arguments cannot be guessed from the key
 * @param args of any depth that validation has let through
 * @returns undefined if the patch has no key
 */
export function effectKey(
  nameOf: BlindName,
  threadId: string,
  { key: patch, reliability, input_schema }: Pick<Patch, 'key' | 'reliability' | 'input_schema'>,
  args: JsonObject,
): string | undefined {
  if (reliability.key === undefined) return undefined;
  // Null could be said, too: an array tells what is left out by its length.
  const values = reliability.key.map((pointer) => {
    const said = saidAt(args, input_schema, pointer);
    return said === undefined ? [] : [said];
  });
  return nameOf('effect', [canonicalJson([threadId, patch, reliability.key, values])]);
}
