import { canonicalJson } from '#contract/canonical-json.ts';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { comparableValue } from '../comparable-value.ts';
import { segmentsOf, valueAt } from '#patches/json-pointer.ts';

/** The most characters of JSON that are compared however they are written. To normalize more would delay others. */
const longestCompared = 32_768;

/**
 * Arguments however they are written, without those that say nothing: what is empty, and what is the default anyway. Very long ones
 * stay as they are.
 */
export function normalizedArguments(args: JsonObject, schema: unknown): JsonObject {
  return isLong(args) ? args : normalizedMembers(args, schema);
}

function isLong(value: unknown): boolean {
  return value !== undefined && (isSurelyLong(value) || JSON.stringify(value).length > longestCompared);
}

/** Whether the texts of a value are too long already, of which no more is looked at than shows that. */
function isSurelyLong(root: unknown): boolean {
  let left = longestCompared;
  const pending: unknown[] = [root];
  for (let value = pending.pop(); value !== undefined && left >= 0; value = pending.pop()) {
    if (typeof value === 'string') left -= value.length;
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        left -= Array.isArray(value) ? 1 : name.length;
        pending.push(member);
      }
    }
  }
  return left < 0;
}

function normalizedMembers(args: JsonObject, schema: unknown): JsonObject {
  const members = Object.entries(args).flatMap(([name, value]) => {
    const normalized = normalizedValue(value, memberOf(schema, name));
    return normalized === undefined ? [] : [[name, normalized] as const];
  });
  return Object.fromEntries(members);
}

/**
 * The value to which a JSON pointer leads in arguments, however it is written.
 * @returns undefined if it says nothing: it is not there, empty, or the default
 */
export function normalizedAt(args: JsonObject, schema: unknown, pointer: string): unknown {
  const declared = pointer === '' ? schema : segmentsOf(pointer).reduce(memberOf, schema);
  const value = valueAt(args, pointer);
  return isLong(value) ? value : normalizedValue(value, declared);
}

function normalizedValue(value: unknown, declared: unknown): unknown {
  const comparable = isJsonObject(value) ? normalizedMembers(value, declared) : comparableValue(value);
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
