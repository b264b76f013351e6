import { unknownMembers } from './open-unions.ts';

type Json = { [key: string]: unknown };

interface Parameter {
  in?: string;
  name: string;
  required?: boolean;
  schema: Json;
  description?: string;
}

interface Operation {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
}

export interface Description {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

/**
 * Keywords that a client does not validate: the service does, and a newer one may allow more. `default` is the
 * service's default, not a value that a client has to send.
 */
const constraints = new Set([
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'propertyNames',
  'default',
  'examples',
  'writeOnly',
]);

/**
 * The types that an official client is made of: those of the resources and requests and, if asked for, `…Query` for the query of each
 * operation that has one and, if asked for, `Unknown…` for each open union. Envelopes, pages and the form of streams are missing, because the clients take them apart, and so is everything else about
 * operations.
 */
export function describedTypes(
  { openapi, info, paths, components }: Description,
  { queries, unknown = false }: { queries: boolean; unknown?: boolean },
): Description {
  const resources = Object.entries(components.schemas).filter(
    ([name]) => !/(Envelope|Page)$|^ServerSent/.test(name),
  );
  const ofQueries = queries ? Object.values(paths).flatMap(queryTypes) : [];
  const ofUnknown = unknown ? Object.entries(unknownMembers(components.schemas)) : [];
  const schemas = Object.fromEntries([...resources, ...ofUnknown, ...ofQueries]);
  return { openapi, info, paths: {}, components: { schemas: withoutConstraints(schemas, true) } };
}

/** The name of the type of an operation's query. */
export function queryTypeOf(operationId: string): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
}

function queryTypes(operations: Record<string, Operation>): [string, Json][] {
  return Object.values(operations).flatMap(({ operationId, parameters = [] }): [string, Json][] => {
    const query = parameters.filter((each) => 'in' in each && each.in === 'query') as Parameter[];
    if (query.length === 0) return [];
    const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
    const required = query.flatMap((each) => (each.required === true ? [each.name] : []));
    const name = queryTypeOf(operationId);
    return [[name, { type: 'object', properties, ...(required.length > 0 && { required }) }]];
  });
}

/** @param named - whether the keys are names, of schemas or properties, and no keywords */
function withoutConstraints<Part>(part: Part, named: boolean): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => withoutConstraints(each, false)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([key, value]) => named || !isConstraint(key, value));
  const entries = kept.map(([key, value]) => [
    key,
    withoutConstraints(value, !named && key === 'properties'),
  ]);
  return Object.fromEntries(entries) as Part;
}

function isConstraint(keyword: string, value: unknown): boolean {
  if (keyword === 'additionalProperties') return value === false;
  return constraints.has(keyword) || (keyword === 'format' && value === 'password');
}
