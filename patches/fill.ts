import type { Context } from '#contract/context.ts';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import { segmentsOf, valueAt } from './json-pointer.ts';
import { contextNamesIn } from './templates-in.ts';

/*
 * Arguments that the service fills in from the context (patch.fill): the model neither sees nor chooses them.
 */

/** The names of the context without which a patch cannot be called, without duplicates. */
export function neededContext({ fill = {}, request }: Pick<Patch, 'fill' | 'request'>): string[] {
  return [...new Set([...Object.values(fill), ...contextNamesIn(request)])];
}

/** The values that the request of a patch uses: they are stored with a call, so that it is sent as it was made. */
export function contextOfRequest({ request }: Pick<Patch, 'request'>, context: Context): Context | undefined {
  const names = contextNamesIn(request).filter((name) => Object.hasOwn(context, name));
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, context[name] as Context[string]]));
}

/** The arguments with what is filled in, or why the call is not valid. */
export type Filled = { args: JsonObject } | { fault: string };

/**
 * Fills in the arguments of a call.
 * @param args as the model gave them. They are not changed
 */
export function fillArguments(
  patch: Pick<Patch, 'fill' | 'request'>,
  args: JsonObject,
  context: Context,
): Filled {
  const missing = neededContext(patch).find((name) => !Object.hasOwn(context, name));
  if (missing !== undefined) return { fault: `context.${missing} is missing` };
  let filled = args;
  for (const [pointer, name] of Object.entries(patch.fill ?? {})) {
    if (valueAt(args, pointer) !== undefined)
      return { fault: `${pointer} is filled in by the application: leave it out` };
    const next = withValue(filled, segmentsOf(pointer), context[name]);
    if (next === undefined) return { fault: `${pointer} leads through a value that is not an object` };
    filled = next;
  }
  return { args: filled };
}

/** The arguments without those that were filled in, as models see their own calls. */
export function withoutFilled(args: JsonObject, pointers: readonly string[]): JsonObject {
  return pointers.reduce((left, pointer) => without(left, segmentsOf(pointer)), args);
}

/**
 * Corrected arguments with those that were filled in.
 * @param stored the arguments of the call that is corrected
 * @returns the pointer to a value that was changed, if one was
 */
export function keepFilled(
  corrected: JsonObject,
  stored: JsonObject,
  pointers: readonly string[],
): { args: JsonObject } | { changed: string } {
  let args = corrected;
  for (const pointer of pointers) {
    const given = valueAt(corrected, pointer);
    const value = valueAt(stored, pointer);
    // Only scalars are filled in.
    if (given !== undefined && given !== value) return { changed: pointer };
    const next = withValue(args, segmentsOf(pointer), value);
    if (next === undefined) return { changed: pointer };
    args = next;
  }
  return { args };
}

/** The input schema as the model's tool has it: without the arguments that are filled in. */
export function schemaForModel({
  fill = {},
  input_schema,
}: Pick<Patch, 'fill' | 'input_schema'>): JsonObject {
  // Publication refuses a pointer to anything else, and one to a part of another.
  return Object.keys(fill)
    .map(segmentsOf)
    .reduce((left, path) => (declaresPlainly(left, path) ? withoutProperty(left, path) : left), input_schema);
}

/** Whether a schema declares an argument in `properties`, without references or composition. */
export function declaresPlainly(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return false;
  return declaresPlainly(properties[name], rest);
}

function withValue(
  value: unknown,
  [name, ...rest]: readonly string[],
  filled: unknown,
): JsonObject | undefined {
  if (!isJsonObject(value) || name === undefined) return undefined;
  if (rest.length === 0) return { ...value, [name]: filled };
  const member = withValue(Object.hasOwn(value, name) ? value[name] : {}, rest, filled);
  return member && { ...value, [name]: member };
}

function without(value: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  if (member === undefined) return value;
  const { [name]: _, ...others } = value;
  if (rest.length === 0) return others;
  return isJsonObject(member) ? { ...value, [name]: without(member, rest) } : value;
}

/** @param path leads to a declared property */
function withoutProperty(schema: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  // They may have a value for it.
  const { examples: _, default: __, ...others } = schema;
  const { [name]: member, ...left } = schema['properties'] as JsonObject;
  const inner = rest.length === 0 ? undefined : withoutProperty(member as JsonObject, rest);
  // An object of which nothing is left for the model is not asked of it either.
  if (inner !== undefined && Object.keys(inner['properties'] as JsonObject).length > 0)
    return { ...others, properties: { ...left, [name]: inner } };
  return withoutName({ ...others, properties: left }, name);
}

/** A schema that asks for a property no more. */
function withoutName(schema: JsonObject, name: string): JsonObject {
  const { required, dependentRequired, ...others } = schema;
  const without = (names: unknown) => (Array.isArray(names) ? names.filter((each) => each !== name) : []);
  const stillRequired = without(required);
  return {
    ...others,
    ...(stillRequired.length === 0 ? {} : { required: stillRequired }),
    ...(isJsonObject(dependentRequired)
      ? {
          dependentRequired: Object.fromEntries(
            Object.entries(dependentRequired).flatMap(([each, names]) =>
              each === name ? [] : [[each, without(names)]],
            ),
          ),
        }
      : {}),
  };
}
