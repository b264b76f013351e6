import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { schemaLists, schemaMaps, schemas } from '#contract/json-schema/keywords.ts';
import { valueAt } from '../json-pointer.ts';

/** The keywords that compare a number with another one. */
export const boundsOfNumbers = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
] as const;

/** Definitions count where they are referred to, and names are no numbers. */
const aboutNoValue = new Set(['definitions', '$defs', 'propertyNames']);
const isAboutValue = (name: string) => !aboutNoValue.has(name);
/** The keywords whose schemas are about the value itself, or about a part of it. */
const mapsAboutValue = schemaMaps.filter(isAboutValue);
const schemasAboutValue = schemas.filter(isAboutValue);

/** Whether a schema has a keyword that compares numbers: a bound, or nothing but numbers that a value may be. */
export function boundsNumbers(schema: JsonObject): boolean {
  return boundsOfNumbers.some((name) => name in schema) || namesNumbers(schema).length > 0;
}

/** The keywords by which a schema says which numbers a value may be, if it may be nothing else. */
export function namesNumbers({ const: only, enum: some }: JsonObject): ('const' | 'enum')[] {
  const isNumbers =
    Array.isArray(some) &&
    some.some((value) => typeof value === 'number') &&
    some.every((value) => typeof value === 'number' || value === null);
  return [
    ...(typeof only === 'number' ? (['const'] as const) : []),
    ...(isNumbers ? (['enum'] as const) : []),
  ];
}

/**
 * Whether a schema compares numbers, in itself, in what it is made of or refers to, or in a part of the value.
 * @param root the condition that it is part of, in which its references lead
 */
export function comparesNumbers(schema: JsonObject, root: JsonObject): boolean {
  return compares(schema, root, new Set());
}

function compares(schema: JsonObject, root: JsonObject, seen: Set<JsonObject>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (boundsNumbers(schema)) return true;
  const inner = [
    ...mapsAboutValue.flatMap((name) => (isJsonObject(schema[name]) ? Object.values(schema[name]) : [])),
    ...schemaLists.flatMap((name) => (Array.isArray(schema[name]) ? (schema[name] as unknown[]) : [])),
    ...schemasAboutValue.map((name) => schema[name]),
    ...['$ref', '$dynamicRef'].flatMap((name) => (name in schema ? [referredTo(schema[name], root)] : [])),
  ];
  return inner.some((each) => isJsonObject(each) && compares(each, root, seen));
}

/** Where a reference leads. One that is no pointer, such as the name of an anchor, may lead anywhere. */
function referredTo(reference: unknown, root: JsonObject): unknown {
  if (reference === '#') return root;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return { anyOf: everySchema(root) };
  try {
    return valueAt(root, decodeURIComponent(reference.slice(1)));
  } catch {
    return { anyOf: everySchema(root) };
  }
}

function everySchema(root: JsonObject): unknown[] {
  return [root, ...['$defs', 'definitions'].flatMap((name) => Object.values(root[name] ?? {}))];
}
