import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { expect, it } from 'vitest';
import { allEndpoints, endpoints } from '#api/endpoints.ts';
import type { Authenticator } from '#api/http/authentication/authenticate.ts';
import { openApiDocument } from '#api/http/openapi/document.ts';
import { mountEndpoints, otherMethods } from '#api/http/routing/mount.ts';
import type { ApiServices } from '#api/services.ts';
import { errorStatus } from '#contract/errors.ts';

interface Schema {
  $ref?: string;
  type?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: string[];
  discriminator?: { mapping: Record<string, string> };
  additionalProperties?: unknown;
}
interface MediaType {
  schema: Schema;
  example?: unknown;
}
interface DescribedResponse {
  $ref?: string;
  content?: Record<string, MediaType>;
  'x-error-codes'?: string[];
}
interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name?: string; in?: string; $ref?: string }[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, DescribedResponse>;
}

/** As clients get it. */
const description = JSON.parse(JSON.stringify(openApiDocument(allEndpoints))) as {
  openapi: string;
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, DescribedResponse> };
};
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    operation,
  })),
);

const ajv = new Ajv2020({ strict: false, validateSchema: false });
// The package is CommonJS and says in its types that it is not.
(addFormatsModule as unknown as typeof addFormatsModule.default)(ajv);
ajv.addSchema(description, 'api');

/** The fault of a value by a schema of the description. */
function faultOf(value: unknown, schema: Schema): string | undefined {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as Schema);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

const successes = operations.flatMap(({ name, operation }) =>
  Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, media]) => ({ name: `${name} ${status}`, type, media })),
    ),
);
const bodies = operations.flatMap(({ name, operation }) =>
  Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => ({ name, type, media })),
);

it('[operations.openapi-complete] every route of the router is described, and nothing else but the probes', () => {
  // Mounting looks at none of them: they are for requests.
  const services = { allowances: {} } as ApiServices;
  const routes = mountEndpoints(allEndpoints, services, {} as Authenticator)
    .stack.filter(({ name }) => name !== otherMethods)
    .flatMap(({ methods, path }) =>
      methods
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${String(path).replaceAll(/:(\w+)/g, '{$1}')}`),
    );
  expect(routes).toContain('POST /v1/loom/threads/{thread_id}/messages');
  expect(operations.map(({ name }) => name).toSorted()).toEqual(
    [...routes, 'GET /healthz', 'GET /readyz'].toSorted(),
  );
});

it('[operations.openapi] docs/openapi.json is the description of today', () => {
  const kept = readFileSync(join(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8');
  expect(JSON.parse(kept)).toEqual(description);
  expect(description.openapi).toBe('3.1.0');
});

it('every operation has a name of its own and a group that is described', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const described = new Set(description.tags.map(({ name }) => name));
  expect(operations.flatMap(({ operation }) => operation.tags).filter((tag) => !described.has(tag))).toEqual(
    [],
  );
});

it('[pagination.every-collection] every collection takes limit and cursor, and answers pagination', () => {
  const collections = endpoints.filter(({ data }) => (data as { element?: unknown }).element !== undefined);
  expect(collections.length).toBeGreaterThan(5);
  for (const { path, method } of collections) {
    const { parameters = [], responses = {} } = description.paths[path]?.[method] ?? {};
    const { $ref } = responses['200']?.content?.['application/json']?.schema ?? {};
    expect($ref).toMatch(/Page$/);
    const envelope = schemaOf($ref);
    expect({ path, parameters: parameters.map(({ name }) => name), ...envelope?.properties }).toMatchObject({
      path,
      parameters: expect.arrayContaining(['limit', 'cursor']),
      data: { type: 'array' },
      pagination: { $ref: '#/components/schemas/Pagination' },
    });
  }
});

it('every body that is sent or answered has an example', () => {
  const json = [...bodies, ...successes].filter(({ type }) => type === 'application/json');
  expect(json.filter(({ media }) => media.example === undefined).map(({ name }) => name)).toEqual([]);
});

it('every example is what its schema says', () => {
  const examples = [...bodies, ...successes]
    .filter(({ media }) => media.example !== undefined)
    .map(({ name, media }) => [name, faultOf(media.example, media.schema)]);
  const ofSchemas = Object.entries(description.components.schemas).flatMap(([name, schema]) =>
    (schema.examples ?? []).map((example) => [name, faultOf(example, schema)]),
  );
  expect(ofSchemas.length).toBeGreaterThan(20);
  expect([...examples, ...ofSchemas].filter(([, fault]) => fault !== undefined)).toEqual([]);
});

it('what is sent to webhook endpoints is described, with the headers that sign it', () => {
  const { parameters = [], requestBody } = description.webhooks['event']?.['post'] ?? {};
  expect(parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
  const { schema, example } = requestBody?.content['application/json'] ?? { schema: {} };
  expect(schema).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Event' }, { $ref: '#/components/schemas/EventWithoutData' }],
  });
  expect(faultOf(example, schema)).toBeUndefined();
});

it('[version.additive] clients are told to ignore what they do not know, and no answer is closed to new fields', () => {
  expect(description.info.description).toMatch(/Fields may be added.*ignore what you do not know/s);
  const closed = successes.filter(({ media }) =>
    JSON.stringify(inlined(media.schema)).includes('"additionalProperties":false'),
  );
  expect(closed.map(({ name }) => name)).toEqual([]);
});

/** The component that a reference names. */
function schemaOf($ref = ''): Schema | undefined {
  return description.components.schemas[$ref.slice('#/components/schemas/'.length)];
}

it('[operations.openapi-names] every body that is sent or answered has a name, and every error is the same type', () => {
  const json = [...bodies, ...successes].filter(({ type }) => type === 'application/json');
  expect(json.filter(({ media }) => media.schema.$ref === undefined).map(({ name }) => name)).toEqual([]);
  const errors = operations
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => status >= '400')
    .map(([, response]) =>
      response.$ref === undefined
        ? response
        : description.components.responses[response.$ref.slice('#/components/responses/'.length)],
    );
  expect(errors.length).toBeGreaterThan(500);
  const types = errors.map((response) => response?.content?.['application/json']?.schema.$ref);
  expect(new Set(types)).toEqual(new Set(['#/components/schemas/ErrorEnvelope']));
  expect(description.components.schemas['ErrorCode']?.enum).toEqual(Object.keys(errorStatus));
  expect(errors.filter((response) => response?.['x-error-codes']?.length === 0)).toEqual([]);
});

it('[operations.openapi-names] every object of a union has a name, and those that differ by a field say by which', () => {
  const members = Object.entries(description.components.schemas).flatMap(
    ([name, { oneOf = [], anyOf = [] }]) => [...oneOf, ...anyOf].map((member) => ({ name, member })),
  );
  expect(members.filter(({ member }) => member.properties !== undefined)).toEqual([]);
  const undiscriminated = Object.entries(description.components.schemas).filter(
    ([, { oneOf, discriminator }]) => oneOf !== undefined && discriminator === undefined,
  );
  expect(undiscriminated.map(([name]) => name)).toEqual([]);
});

/** The schema with what it refers to in place. None of the answers refers to itself. */
function inlined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inlined);
  const { $ref } = value as Schema;
  const name = $ref?.slice('#/components/schemas/'.length);
  if (name !== undefined) return inlined(description.components.schemas[name]);
  const parts = Object.entries(value).filter(([key]) => key !== 'examples');
  return Object.fromEntries(parts.map(([key, inner]) => [key, inlined(inner)]));
}
