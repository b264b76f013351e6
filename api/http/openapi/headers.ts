import { z } from 'zod';

/** Response headers, each described once. The id makes it a component of the document. */
const header = (id: string, schema: z.ZodType, description: string) =>
  schema.meta({ header: { id }, description });

/** On every response. */
export const always = {
  'Request-Id': header(
    'Request-Id',
    z.uuid(),
    'Identifies this request in the log and in `GET /v1/requests`.',
  ),
};

const whole = z.int().min(0);

/** On every response under /v1: the workspace's allowance. */
export const allowance = {
  'RateLimit-Limit': header(
    'RateLimit-Limit',
    whole.min(1),
    'Requests per minute: of the workspace or, under a session or MCP token, of its subject.',
  ),
  'RateLimit-Remaining': header('RateLimit-Remaining', whole, 'Requests left in this minute.'),
  'RateLimit-Reset': header('RateLimit-Reset', whole, 'Seconds until the allowance is whole again.'),
  'RateLimit-Policy': header(
    'RateLimit-Policy',
    z.string(),
    'For example `"default";q=600;w=60` (IETF draft 11).',
  ),
  RateLimit: header('RateLimit', z.string(), 'For example `"default";r=599;t=42` (IETF draft 11).'),
};

/** After how many seconds a retry makes sense. */
export const retryAfter = header('Retry-After', z.int().min(0), 'Seconds to wait before a retry.');

export const authenticate = header('WWW-Authenticate', z.string(), 'The scheme: `Bearer`.');

/** On responses to a POST. */
export const replayed = {
  'Idempotency-Replayed': header(
    'Idempotency-Replayed',
    z.literal('true').optional(),
    'The stored response of an earlier request with the same `Idempotency-Key`: nothing was done again.',
  ),
};
