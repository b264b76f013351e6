import { canonicalJson } from '#contract/canonical-json.ts';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { comparableValue } from '#engine/rules/comparable-value.ts';
import { segmentsOf, valueAt } from '#patches/json-pointer.ts';

/** Arguments however they are written, without those that say nothing: what is empty, and what is the default anyway. */
export function argumentsSaid(args: JsonObject, schema: unknown): JsonObject {
  const members = Object.entries(args).flatMap(([name, value]) => {
    const said = valueSaid(value, memberOf(schema, name));
    return said === undefined ? [] : [[name, said] as const];
  });
  return Object.fromEntries(members);
}

/**
 * The value to which a JSON pointer leads in arguments, however it is written.
 * @returns undefined if it says nothing: it is not there, empty, or the default
 */
export function saidAt(args: JsonObject, schema: unknown, pointer: string): unknown {
  const declared = pointer === '' ? schema : segmentsOf(pointer).reduce(memberOf, schema);
  return valueSaid(valueAt(args, pointer), declared);
}

function valueSaid(value: unknown, declared: unknown): unknown {
  const comparable = isJsonObject(value) ? argumentsSaid(value, declared) : comparableValue(value);
  return isEmpty(comparable) || isDefault(comparable, declared) ? undefined : comparable;
}

/** The schema that declares a member of an object. */
function memberOf(schema: unknown, name: string): unknown {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function isDefault(comparable: unknown, declared: unknown): boolean {
  if (!isJsonObject(declared) || !Object.hasOwn(declared, 'default')) return false;
  return canonicalJson(comparableValue(declared['default'])) === canonicalJson(comparable);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}
