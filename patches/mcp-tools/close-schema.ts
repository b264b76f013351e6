import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { partsOf } from '../schema-parts.ts';

/**
 * The input schema of a tool, which also refuses arguments that it does not declare. By JSON Schema, a schema that says
 * nothing of other members allows them all. A model could then send what no reader of the schema expects
 * (mcp-connection.import.undeclared).
 *
 * What a schema says of others holds: by `additionalProperties`, `unevaluatedProperties`, `patternProperties` or
 * `propertyNames`, and also in a part of it, such as one of `allOf`. A name that occurs in any part counts as
 * declared, whether or not that part applies to the arguments, so that nothing that the tool describes is refused.
 */
export function closeSchema(schema: JsonObject): JsonObject {
  if ('additionalProperties' in schema || 'unevaluatedProperties' in schema) return schema;
  const parts = partsOf(schema, [schema]);
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const mentioned = new Set([...parts].flatMap(namesIn));
  if (allowsNames([...parts]) || needsMore(schema, mentioned.size)) return schema;
  const added = [...mentioned].filter((name) => name !== '__proto__' && !Object.hasOwn(properties, name));
  const declared = added.map((name): [string, unknown] => [name, {}]);
  const open = {
    ...schema,
    ...(declared.length === 0 ? {} : { properties: { ...properties, ...Object.fromEntries(declared) } }),
  };
  // Every provider of models knows `additionalProperties`, which does not see what other parts of a schema declare.
  return composed.some((keyword) => keyword in schema)
    ? { ...withoutDependents(open), unevaluatedProperties: false }
    : { ...open, additionalProperties: false };
}

/**
 * The same schema, with `dependentSchemas` in a part of it. Beside them, Ajv loses sight of what `properties` declares as
 * soon as none of them applies.
 */
function withoutDependents(schema: JsonObject): JsonObject {
  const { dependentSchemas, allOf, ...rest } = schema;
  if (dependentSchemas === undefined) return schema;
  return { ...rest, allOf: [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), { dependentSchemas }] };
}

/** Keywords by which a schema has further parts. */
const composed = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
];

/** Rules for names are for those that a schema does not list. */
function allowsNames(parts: JsonObject[]): boolean {
  return parts.some(({ propertyNames }) => propertyNames !== undefined);
}

/** A tool that takes more arguments than it lists takes others. */
function needsMore({ minProperties }: JsonObject, listed: number): boolean {
  return typeof minProperties === 'number' && minProperties > listed;
}

/** The arguments that a part of a schema names. */
function namesIn({
  properties,
  required,
  dependentRequired,
  dependentSchemas,
  const: only,
  enum: values,
}: JsonObject): string[] {
  const named = [properties, dependentRequired, dependentSchemas, only];
  const names = [...named, ...(Array.isArray(values) ? (values as unknown[]) : [])].flatMap((members) =>
    isJsonObject(members) ? Object.keys(members) : [],
  );
  const needed = isJsonObject(dependentRequired) ? Object.values(dependentRequired) : [];
  return [...names, ...[required, ...needed].flatMap(textsOf)];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
