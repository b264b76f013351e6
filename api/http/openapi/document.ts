import { z } from 'zod';
import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { examples } from './examples/index.ts';
import { idOf } from './envelopes.ts';
import { describeOperation } from './operation.ts';
import { probePaths } from './probes.ts';
import { securitySchemes } from './security.ts';
import { tagsOf } from './tags.ts';
import { webhooks } from './webhooks.ts';

const description = `Durable agent conversations and account identification behind one HTTP API.

- **Success** is \`{status: 'success', data}\`; a collection has \`pagination\` beside it. **An error** is
  \`{status: 'error', error: {message, code, details?}}\`: branch on \`code\`, which is stable; \`message\` is for people.
- **Fields may be added** to any object, and codes to any operation, without notice: ignore what you do not know. A
  change that breaks clients gets a path prefix of its own beside \`/v1\`.
- **Unknown fields that you send are refused** (422 \`invalid_request\`), so that a misspelt one does not go unnoticed.
- **A path that exists under other methods** answers 405 \`method_not_allowed\` with \`Allow\`; a path that does not exist,
  404 \`not_found\`. What belongs to another workspace is 404 like what does not exist.
- **Free JSON** (\`metadata\`, \`detail\`, schemas) comes back as it went in. It is nested at most 100 levels deep.
- **Timestamps** are RFC 3339 in UTC with milliseconds. **Lengths** of text are counted in characters.`;

/**
 * The OpenAPI 3.1 document, generated from the endpoints and the schemas that validate. It contains every response that
 * an operation can give: test clients reject a response that it does not allow.
 */
export function openApiDocument(endpoints: Endpoint[]) {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: describeOperation(endpoint) };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Heddle',
        version: '1',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: tagsOf(endpoints),
      paths: { ...paths, ...probePaths },
      webhooks,
      components: { securitySchemes, schemas: streamedSchemas(endpoints) },
    },
    { override: fitSchema },
  );
  removeClosings(document);
  return document;
}

/**
 * Removes `additionalProperties` beside a `$ref`, where it would refuse every field of what is referred to. zod repeats there
 * what {@link fitSchema} has removed from the component.
 */
function removeClosings(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('$ref' in part && 'additionalProperties' in part) delete part.additionalProperties;
  for (const inner of Object.values(part)) removeClosings(inner);
}

/** Adapts the JSON Schema that zod generates to what clients of the API can rely on. */
const fitSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  // Clients must ignore unknown fields (version.additive): a response can have more than is described.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const id = z.globalRegistry.get(zodSchema)?.id;
  if (id !== undefined && Object.hasOwn(examples, id)) jsonSchema.examples = [examples[id]];
};

/** The schemas of streamed events: their text only refers to them, so nothing else makes them components. */
function streamedSchemas(endpoints: Endpoint[]): Record<string, Endpoint['data']> {
  const streams = endpoints.filter(({ mediaType }) => mediaType === 'text/event-stream');
  return Object.fromEntries(streams.map(({ data }) => [idOf(data), data]));
}
