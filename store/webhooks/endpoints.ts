import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import {
  type NewWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChange,
  webhookEndpointLimit,
} from '#contract/webhook-endpoint.ts';
import { type Acting, audited, recordAudit } from '../audit/record.ts';
import type { WebhookEndpointDocument } from '../documents/webhook-endpoint.ts';
import type { Database } from '../mongo/database.ts';
import type { Keyring } from '../credentials/encryption.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { newestPage } from '../mongo/page.ts';
import { dropDeliveries } from './pending-deliveries.ts';
import { newWebhookSecret, shownSecret } from './secrets.ts';

/** An endpoint with a new secret. */
export interface WithSecret {
  endpoint: WebhookEndpointDocument;
  /** To be shown only once. */
  secret: string;
}

/** The most secrets of an endpoint that are kept. Others have expired, or were rotated several times a day. */
const keptSecrets = 8;

const endpointOf = (id: string) => ({ kind: 'webhook_endpoint', id });

/** @throws {ServiceError} `webhook_endpoint_limit` */
export async function insertWebhookEndpoint(
  db: Database,
  keyring: Keyring,
  acting: Acting,
  { description, ...given }: NewWebhookEndpoint,
  id = newId(),
): Promise<WithSecret> {
  const { workspace_id: workspaceId } = acting;
  const now = madeAt(id);
  const { secret, document } = newWebhookSecret(keyring, id, id);
  const endpoint: WebhookEndpointDocument = {
    _id: id,
    workspace_id: workspaceId,
    ...given,
    ...defined({ description }),
    secrets: [document],
    created_at: now,
    updated_at: now,
  };
  await db.transaction(async (session) => {
    // The count is in one document, so one of two concurrent requests for the last place comes second.
    const { matchedCount } = await db.accounts.updateOne(
      { _id: workspaceId, webhook_endpoints: { $not: { $gte: webhookEndpointLimit } } },
      { $inc: { webhook_endpoints: 1 } },
      { session },
    );
    if (matchedCount === 0) {
      throw new ServiceError(
        'webhook_endpoint_limit',
        `A workspace has at most ${webhookEndpointLimit} webhook endpoints.`,
      );
    }
    await db.webhook_endpoints.insertOne(endpoint, { session });
    await recordAudit(db, session, acting, {
      type: 'webhook_endpoint.created',
      target: endpointOf(id),
      details: { events: given.events },
      contents: { url: toJsonText(given.url) },
    });
  });
  db.enabledEndpoints.forget(workspaceId);
  return { endpoint, secret };
}

/**
 * Replaces the given fields. Null if there is no such endpoint. The pending deliveries of a disabled endpoint are
 * dropped.
 */
export async function updateWebhookEndpoint(
  db: Database,
  acting: Acting,
  id: string,
  change: WebhookEndpointChange,
): Promise<WebhookEndpointDocument | null> {
  const { workspace_id: workspaceId } = acting;
  const before = await findWebhookEndpoint(db, workspaceId, id);
  if (before === null || Object.keys(change).length === 0) return before;
  const { url, events, ids_only, description, enabled } = change;
  const now = new Date();
  const enables = enabled === true && !before.enabled;
  const set: Partial<WebhookEndpointDocument> = {
    ...defined({ url, events, ids_only, description, enabled }),
    updated_at: now,
  };
  const update = {
    $set: set,
    ...(enabled === undefined ? {} : { $unset: { disabled_reason: '' as const } }),
    ...(enables
      ? { $unset: { disabled_reason: '' as const, failing_since: '' as const, failed_at: '' as const } }
      : {}),
  };
  const after = await audited(
    db,
    acting,
    async (session) =>
      await db.webhook_endpoints.findOneAndUpdate({ _id: id, workspace_id: workspaceId }, update, {
        session,
        returnDocument: 'after',
      }),
    (changed) =>
      changed === null
        ? undefined
        : {
            type: 'webhook_endpoint.changed',
            target: endpointOf(id),
            details: { changed: Object.keys(change), enabled: changed.enabled, events: changed.events },
            contents: { url: toJsonText(changed.url) },
          },
  );
  db.enabledEndpoints.forget(workspaceId);
  if (enabled === false) await dropDeliveries(db, id);
  return after;
}

/**
 * Creates a new secret. The previous one also signs for another 24 hours. Null if there is no such endpoint.
 * @param secretId the id of the new secret
 */
export async function rotateWebhookSecret(
  db: Database,
  keyring: Keyring,
  acting: Acting,
  id: string,
  secretId = newId(),
): Promise<WithSecret | null> {
  const { secret, document } = newWebhookSecret(keyring, id, secretId);
  const { workspace_id: workspaceId } = acting;
  const endpoint = await audited(
    db,
    acting,
    async (session) =>
      await db.webhook_endpoints.findOneAndUpdate(
        { _id: id, workspace_id: workspaceId },
        {
          $push: { secrets: { $each: [document], $slice: -keptSecrets } },
          $set: { updated_at: document.created_at },
        },
        { session, returnDocument: 'after' },
      ),
    (rotated) =>
      rotated === null ? undefined : { type: 'webhook_endpoint.secret_rotated', target: endpointOf(id) },
  );
  db.enabledEndpoints.forget(workspaceId);
  return endpoint === null ? null : { endpoint, secret };
}

/** Deletes an endpoint and its pending deliveries. False if there is no such endpoint. */
export async function deleteWebhookEndpoint(db: Database, acting: Acting, id: string): Promise<boolean> {
  const { workspace_id: workspaceId } = acting;
  const deleted = await db.transaction(async (session) => {
    const { deletedCount } = await db.webhook_endpoints.deleteOne(
      { _id: id, workspace_id: workspaceId },
      { session },
    );
    if (deletedCount === 0) return false;
    await db.accounts.updateOne({ _id: workspaceId }, { $inc: { webhook_endpoints: -1 } }, { session });
    const type = 'webhook_endpoint.deleted';
    await recordAudit(db, session, acting, { type, target: endpointOf(id) });
    return true;
  });
  if (!deleted) return false;
  db.enabledEndpoints.forget(workspaceId);
  await dropDeliveries(db, id);
  return true;
}

/**
 * The endpoint whose newest secret has that id, with the secret; null if there is none. An endpoint's first secret has
 * the id of the endpoint.
 */
export async function findWithSecret(
  db: Database,
  keyring: Keyring,
  workspaceId: string,
  id: string,
  secretId: string,
): Promise<WithSecret | null> {
  const endpoint = await findWebhookEndpoint(db, workspaceId, id);
  if (endpoint === null) return null;
  const secret = shownSecret(keyring, id, endpoint.secrets, secretId);
  return secret === null ? null : { endpoint, secret };
}

export async function findWebhookEndpoint(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<WebhookEndpointDocument | null> {
  return await db.webhook_endpoints.findOne({ _id: id, workspace_id: workspaceId });
}

/** Webhook endpoints, newest first. The position is the last one's id. */
export async function listWebhookEndpoints(
  db: Database,
  workspaceId: string,
  limit: number,
  after?: string,
): Promise<Page<WebhookEndpointDocument, string>> {
  return await newestPage(db.webhook_endpoints, { workspace_id: workspaceId }, limit, after);
}

export function toWebhookEndpoint(document: WebhookEndpointDocument): WebhookEndpoint {
  const { description, disabled_reason, failing_since } = document;
  return {
    id: document._id,
    url: document.url,
    events: document.events,
    ids_only: document.ids_only,
    ...(description === undefined || description === '' ? {} : { description }),
    enabled: document.enabled,
    ...defined({ disabled_reason }),
    ...(failing_since === undefined ? {} : { failing_since: toTimestamp(failing_since) }),
    created_at: toTimestamp(document.created_at),
    updated_at: toTimestamp(document.updated_at),
  };
}
