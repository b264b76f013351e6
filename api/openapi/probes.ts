import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { allowance, always } from './headers.ts';
import { describeError } from './responses.ts';

/** What is served outside of /v1, without credentials. */
export const probePaths: ZodOpenApiPathsObject = {
  '/healthz': {
    get: {
      operationId: 'getHealth',
      summary: 'Whether the process lives, whatever is down behind it',
      tags: ['operations'],
      security: [],
      responses: { 200: answer('alive', always) },
    },
  },
  '/readyz': {
    get: {
      operationId: 'getReadiness',
      summary: 'Whether Temporal and MongoDB answer',
      tags: ['operations'],
      security: [],
      responses: {
        200: answer('ready', { ...always, ...allowance }),
        429: describeError(['rate_limited'], { ...always, ...allowance }),
        503: describeError(['temporarily_unavailable'], { ...always, ...allowance }),
      },
    },
  },
};

function answer(field: 'alive' | 'ready', headers: { [name: string]: z.ZodType }) {
  const schema = z.object({ status: z.literal('success'), data: z.object({ [field]: z.literal(true) }) });
  const example = { status: 'success', data: { [field]: true } };
  return {
    description: 'Yes',
    headers: z.object(headers),
    content: { 'application/json': { schema, example } },
  };
}
