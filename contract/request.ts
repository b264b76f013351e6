import { z } from 'zod';
import { CredentialRef } from './credential.ts';
import { Credits } from './credits.ts';
import { OriginName } from './event.ts';
import { Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/**
 * The parts of the service by which requests are counted. `platform` is everything that belongs to none of the others.
 */
export const products = ['loom', 'identify', 'voice', 'extract', 'mcp', 'platform'] as const;
export type Product = (typeof products)[number];
export const ProductName = z.enum(products).meta({ id: 'Product' });

/** The product that a path belongs to. What is outside of /v1 serves the console, or else MCP clients. */
export function productOf(path: string): Product {
  const [, version, group] = path.split('/');
  if (version === 'console') return 'platform';
  if (version !== 'v1') return 'mcp';
  return products.find((product) => product === group) ?? 'platform';
}

/** A request in the request log, without bodies and credentials (request-log.record, request-log.no-secrets). */
export const RequestRecord = z
  .object({
    id: Uuid.meta({ description: 'The `Request-Id` of the response.' }),
    method: z.string(),
    path: z
      .string()
      .meta({ description: 'The requested path, without the query; the route where it names a subject.' }),
    route: z.string().meta({ description: 'The path template, as in this document.' }),
    status: z.int(),
    duration_ms: z.int(),
    product: ProductName,
    origin: OriginName,
    subject_ref: z.string().optional(),
    actor: z.string().optional().meta({
      description:
        'The person behind it: from `Service-Actor` or the claim `actor` of a session token, otherwise the subject.',
    }),
    credential: CredentialRef.optional(),
    run_id: Uuid.optional(),
    thread_id: Uuid.optional(),
    connection_id: Uuid.optional(),
    replayed: z.boolean().meta({ description: 'True if a stored response was replayed.' }),
    cost_credits: Credits,
    created_at: Timestamp,
  })
  .meta({ id: 'Request' });
export type RequestRecord = z.infer<typeof RequestRecord>;
