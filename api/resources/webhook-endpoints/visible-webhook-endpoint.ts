import { notFound } from '#contract/errors.ts';
import { findWebhookEndpoint } from '#store/webhooks/endpoints.ts';
import type { Database } from '#store/mongo/database.ts';
import type { WebhookEndpointDocument } from '#store/documents/webhook-endpoint.ts';
import type { Caller } from '../../http/authentication/caller.ts';

/** @throws {ServiceError} `not_found` for an endpoint that does not exist or belongs to another workspace */
export async function visibleWebhookEndpoint(
  db: Database,
  { workspace_id }: Caller,
  id: string,
): Promise<WebhookEndpointDocument> {
  const endpoint = await findWebhookEndpoint(db, workspace_id, id);
  if (endpoint === null) throw notFound('webhook endpoint');
  return endpoint;
}
