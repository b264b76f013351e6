import { expect, it } from 'vitest';
import { describedTypes } from '#tools/dev/client-generators/described-types.ts';

const description = {
  openapi: '3.1.0',
  info: { title: 'Heddle' },
  paths: {
    '/runs': {
      get: {
        operationId: 'listRuns',
        parameters: [
          { in: 'query', name: 'limit', required: true, schema: { type: 'integer', maximum: 100 } },
          { in: 'query', name: 'state', schema: { $ref: '#/components/schemas/State' } },
          { in: 'header', name: 'Accept', schema: { type: 'string' } },
          { $ref: '#/components/parameters/Service-Subject' },
        ],
      },
      post: { operationId: 'createRun' },
    },
  },
  components: {
    schemas: {
      State: { enum: ['running', 'closed'] },
      RunPage: { type: 'object' },
      RunEnvelope: { type: 'object' },
      Run: {
        type: 'object',
        additionalProperties: false,
        properties: {
          pattern: { type: 'string', pattern: '^a$', description: 'A pattern.' },
          default: { type: 'array', minItems: 1, items: { type: 'integer', default: 3 } },
          password: { type: 'string', format: 'password', writeOnly: true },
          id: { type: 'string', format: 'uuid' },
          more: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        },
      },
    },
  },
};

const run = {
  type: 'object',
  properties: {
    pattern: { type: 'string', description: 'A pattern.' },
    default: { type: 'array', items: { type: 'integer' } },
    password: { type: 'string' },
    id: { type: 'string', format: 'uuid' },
    more: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

it('[clients.python] the types of a client have no constraints that a newer service may loosen, and no envelopes', () => {
  const { paths, components } = describedTypes(description, { queries: false });
  expect(paths).toEqual({});
  expect(components.schemas).toEqual({ State: { enum: ['running', 'closed'] }, Run: run });
});

it('[clients.typescript] the query of each operation that has one is a type with a name', () => {
  const { components } = describedTypes(description, { queries: true });
  expect(components.schemas).toEqual({
    State: { enum: ['running', 'closed'] },
    Run: run,
    ListRunsQuery: {
      type: 'object',
      required: ['limit'],
      properties: { limit: { type: 'integer' }, state: { $ref: '#/components/schemas/State' } },
    },
  });
});
