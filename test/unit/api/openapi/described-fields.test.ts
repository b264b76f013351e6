import { expect, it } from 'vitest';
import { allEndpoints } from '#api/endpoints.ts';
import { openApiDocument } from '#api/http/openapi/document.ts';

interface Schema {
  $ref?: string;
  description?: string;
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(allEndpoints))) as Document;

/** The paths whose bodies describe agents and their parts, threads and messages. */
const built = /^\/v1\/(?:patches|agents|connections|approval-policies|approver-groups|loom\/threads)\b/;

const bodies = Object.entries(paths)
  .filter(([path]) => built.test(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => [`${method} ${path}`, schema] as const),
    ),
  );

function target({ $ref }: Schema): Schema | undefined {
  return $ref === undefined ? undefined : components.schemas[$ref.slice('#/components/schemas/'.length)];
}

/** A property with one fixed value names an alternative, and has nothing to describe. */
const isDescribed = (property: Schema) =>
  property.const !== undefined || (property.description ?? target(property)?.description) !== undefined;

function undescribed(schema: Schema, place: string, seen = new Set<Schema>()): string[] {
  const named = target(schema);
  if (named !== undefined) {
    if (seen.has(named)) return [];
    seen.add(named);
    return undescribed(named, schema.$ref?.split('/').at(-1) ?? '', seen);
  }
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [], allOf = [] } = schema;
  const parts = [items, additionalProperties, ...oneOf, ...anyOf, ...allOf].filter(
    (part) => typeof part === 'object',
  );
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(isDescribed(property) ? [] : [`${place}.${name}`]),
      ...undescribed(property, `${place}.${name}`, seen),
    ]),
    ...parts.flatMap((part) => undescribed(part, place, seen)),
  ];
}

it('bodies of every kind are looked at', () => {
  expect(bodies.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'post /v1/patches',
      'post /v1/agents',
      'post /v1/loom/threads/{thread_id}/messages',
    ]),
  );
});

it.each(bodies)('[operations.openapi] every field of %s has a description', (name, schema) => {
  expect(undescribed(schema, name)).toEqual([]);
});
