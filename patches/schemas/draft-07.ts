import { isJsonObject, type JsonObject } from '#contract/json.ts';

const draft07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

const schemaMaps = ['properties', 'patternProperties', 'definitions', '$defs'];
const schemaLists = ['allOf', 'anyOf', 'oneOf'];
const schemas = ['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'];
/** Keywords that draft 7 does not know, and would ignore. */
const later = [
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'minContains',
  'maxContains',
  'dependentSchemas',
  'dependentRequired',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
];
/** What may stand beside a reference, where draft 7 ignores all keywords: nothing that is checked. */
const besideReference = new Set([
  '$ref',
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
]);
const containers = new Set(['definitions', '$defs']);

/** Whether a schema says that it is one of draft 7. */
export function isDraft07(schema: JsonObject): boolean {
  return typeof schema['$schema'] === 'string' && draft07.test(schema['$schema']);
}

/**
 * Why a schema of draft 7 does not mean the same in 2020-12; undefined if it does. Recurses over the schema, as compiling it does.
 */
export function differenceOfDraft07(schema: unknown): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  return ownDifference(schema) ?? firstOf(subschemasOf(schema), differenceOfDraft07);
}

function ownDifference(schema: JsonObject): string | undefined {
  const has = (name: string) => Object.hasOwn(schema, name);
  if (has('$ref')) {
    const beside = Object.keys(schema).find((name) => !besideReference.has(name) && !containers.has(name));
    if (beside !== undefined) return `${beside.slice(0, 100)} beside $ref is ignored by draft-07`;
  }
  if (Array.isArray(schema['items'])) return 'a list of items is prefixItems in 2020-12';
  if (has('additionalItems')) return 'additionalItems is items in 2020-12';
  if (has('dependencies')) return 'dependencies is dependentSchemas or dependentRequired in 2020-12';
  if (typeof schema['$id'] === 'string' && schema['$id'].startsWith('#')) return '$id is $anchor in 2020-12';
  const unknown = later.find(has);
  return unknown === undefined ? undefined : `${unknown} is unknown to draft-07`;
}

function subschemasOf(schema: JsonObject): unknown[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (schemaMaps.includes(keyword) && isJsonObject(value)) return Object.values(value);
    if (schemaLists.includes(keyword) && Array.isArray(value)) return value as unknown[];
    return schemas.includes(keyword) ? [value] : [];
  });
}

function firstOf(values: unknown[], find: (value: unknown) => string | undefined): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
