import { canonicalJson } from '#contract/canonical-json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { CallEffect } from '../../documents/tool-call.ts';
import type { BlindName } from './blind-name.ts';
import { normalizedArguments } from './normalized-arguments.ts';

/**
 * The blind names by which calls on a thread that ask for the same are recognized, independent of the author and the
 * connection: one of all its arguments, however they are written, and its effect key, if its patch has one. Calls with
 * a common one ask for the same. A new version of the patch changes neither, apart from the pointers of an effect key.
 * @param nameOf of the workspace: readers of the store cannot learn the arguments
 * @param args of any depth that validation has let through
 */
export function callNames(
  nameOf: BlindName,
  threadId: string,
  { key: patch, input_schema }: Pick<Patch, 'key' | 'input_schema'>,
  args: JsonObject,
  effect: CallEffect | undefined,
): string[] {
  const name = nameOf('asked', [canonicalJson([threadId, patch, normalizedArguments(args, input_schema)])]);
  return effect === undefined ? [name] : [name, effect.key];
}
