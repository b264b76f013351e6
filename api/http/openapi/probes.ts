import { z } from 'zod';
import type { ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { envelopeOf } from './envelopes.ts';
import { allowance, always } from './headers.ts';
import { describeError } from './responses.ts';

/** The paths outside of /v1 that need no credentials. */
export const probePaths: ZodOpenApiPathsObject = {
  '/healthz': probe('getHealth', 'Whether the process is alive, even if its servers are down', {
    200: answer('alive', always),
  }),
  '/readyz': probe('getReadiness', 'Whether Temporal and MongoDB respond and the clock is right', {
    200: answer('ready', { ...always, ...allowance }),
    429: describeError(['rate_limited'], { ...always, ...allowance }),
    503: describeError(['temporarily_unavailable'], { ...always, ...allowance }),
  }),
};

function probe(operationId: string, summary: string, responses: ZodOpenApiResponsesObject) {
  return { get: { operationId, summary, tags: ['operations'], security: [], responses } };
}

function answer(field: 'alive' | 'ready', headers: { [name: string]: z.ZodType }) {
  const id = field === 'alive' ? 'Health' : 'Readiness';
  const schema = envelopeOf(z.object({ [field]: z.literal(true) }).meta({ id }));
  const example = { status: 'success', data: { [field]: true } };
  return {
    description: 'Yes',
    headers: z.object(headers),
    content: { 'application/json': { schema, example } },
  };
}
