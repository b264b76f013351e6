import type { WebhookEndpoint } from '../../api/schema.ts';

/** A webhook endpoint. */
export type Endpoint = WebhookEndpoint;
