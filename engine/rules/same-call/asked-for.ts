import { canonicalJson } from '#contract/canonical-json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { CallEffect } from '../../documents/tool-call.ts';
import type { BlindName } from './blind-name.ts';
import { argumentsSaid } from './what-is-said.ts';

/**
 * By what a call is recognized that asks for the same as an earlier one on the thread, whoever made it and on which connection: a
 * blind name of all its arguments, however they are written, and its effect key, if its patch has one. Calls with one of them in
 * common ask for the same. A new version of the patch changes neither, apart from the pointers of an effect key.
 * @param nameOf of the workspace: nobody who reads the store can find out what was asked for
 * @param args of any depth that validation has let through
 */
export function askedFor(
  nameOf: BlindName,
  threadId: string,
  { key: patch, input_schema }: Pick<Patch, 'key' | 'input_schema'>,
  args: JsonObject,
  effect: CallEffect | undefined,
): string[] {
  const name = nameOf('asked', [canonicalJson([threadId, patch, argumentsSaid(args, input_schema)])]);
  return effect === undefined ? [name] : [name, effect.key];
}
