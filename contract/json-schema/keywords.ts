/** Keywords of JSON Schema 2020-12, and of earlier drafts, by what their values are. */

/** Schemas by name. */
export const schemaMaps: readonly string[] = [
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependentSchemas',
];

/** Lists of schemas. */
export const schemaLists: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

/** Schemas. */
export const schemas: readonly string[] = [
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];

/** Names and values, which mean something exactly as they are. */
export const exactValues: readonly string[] = [
  'enum',
  'const',
  'default',
  'examples',
  'required',
  'dependentRequired',
  'dependencies',
  'pattern',
  'format',
  'type',
  'contentEncoding',
  'contentMediaType',
  '$schema',
  '$vocabulary',
  '$id',
  '$ref',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
];
