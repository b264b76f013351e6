import { canonicalJson } from '#contract/canonical-json.ts';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { CallEffect } from '#engine/documents/tool-call.ts';
import { comparableValue } from '#engine/rules/comparable-value.ts';
import type { BlindName } from '#store/mongo/blind-index.ts';

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
  const name = nameOf('asked', [canonicalJson([threadId, patch, said(args, input_schema)])]);
  return effect === undefined ? [name] : [name, effect.key];
}

/** Arguments without what says nothing: what is empty, and what is the default anyway. */
function said(args: JsonObject, schema: unknown): JsonObject {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const members = Object.entries(args).flatMap(([name, value]) => {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const comparable = isJsonObject(value) ? said(value, declared) : comparableValue(value);
    const isDefault =
      isJsonObject(declared) &&
      Object.hasOwn(declared, 'default') &&
      canonicalJson(comparableValue(declared['default'])) === canonicalJson(comparable);
    return isEmpty(comparable) || isDefault ? [] : [[name, comparable] as const];
  });
  return Object.fromEntries(members);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}
