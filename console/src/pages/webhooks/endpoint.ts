import type { Schema } from '../../api/schema.ts';

/** A webhook endpoint. */
export type Endpoint = Schema<'WebhookEndpoint'>;
