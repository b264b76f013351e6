import type { ClientSession } from 'mongodb';
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
import { type Acting, recordAudit } from '../audit/record.ts';
import type { WebhookEndpointDocument, WebhookSecretDocument } from '../documents/webhook-endpoint.ts';
import type { Database } from '../mongo/database.ts';
import type { Keyring } from '../credentials/encryption.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
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

/** An endpoint as it is to be stored, with a new secret. */
export function newWebhookEndpoint(
  keyring: Keyring,
  { workspace_id }: Acting,
  { description, ...given }: NewWebhookEndpoint,
  id = newId(),
): WithSecret {
  const now = madeAt(id);
  const { secret, document } = newWebhookSecret(keyring, id, id);
  const endpoint: WebhookEndpointDocument = {
    _id: id,
    workspace_id,
    ...given,
    ...defined({ description }),
    secrets: [document],
    created_at: now,
    updated_at: now,
  };
  return { endpoint, secret };
}

/**
 * Adds an endpoint.
 * @throws {ServiceError} `webhook_endpoint_limit`
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function insertWebhookEndpoint(
  db: Database,
  acting: Acting,
  endpoint: WebhookEndpointDocument,
): Promise<void> {
  const insert = async (session: ClientSession) =>
    await insertWebhookEndpointIn(db, session, acting, endpoint);
  await changeAlone(db, acting, 'credentials', insert);
  db.enabledEndpoints.forget(acting.workspace_id);
}

/**
 * Adds an endpoint in a transaction.
 * @throws {ServiceError} `webhook_endpoint_limit`
 */
export async function insertWebhookEndpointIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  endpoint: WebhookEndpointDocument,
): Promise<void> {
  // The count is in one document, so one of two concurrent requests for the last place comes second.
  const { matchedCount } = await db.accounts.updateOne(
    { _id: acting.workspace_id, webhook_endpoints: { $not: { $gte: webhookEndpointLimit } } },
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
    target: endpointOf(endpoint._id),
    details: { events: endpoint.events },
    contents: { url: toJsonText(endpoint.url) },
  });
}

/**
 * Replaces the given fields. Null if there is no such endpoint. The pending deliveries of a disabled endpoint are
 * dropped.
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function updateWebhookEndpoint(
  db: Database,
  acting: Acting,
  id: string,
  change: WebhookEndpointChange,
): Promise<WebhookEndpointDocument | null> {
  const { workspace_id: workspaceId } = acting;
  if (Object.keys(change).length === 0) return await findWebhookEndpoint(db, workspaceId, id);
  const update = async (session: ClientSession) =>
    await updateWebhookEndpointIn(db, session, acting, id, change);
  const after = await changeAlone(db, acting, 'credentials', update, (changed) => changed !== null);
  await afterEndpointChange(db, workspaceId, id, change.enabled === false);
  return after;
}

/** Replaces the given fields in a transaction. Null if there is no such endpoint. */
export async function updateWebhookEndpointIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
  change: WebhookEndpointChange,
): Promise<WebhookEndpointDocument | null> {
  const own = { _id: id, workspace_id: acting.workspace_id };
  const before = await db.webhook_endpoints.findOne(own, { session });
  if (before === null) return null;
  const { url, events, ids_only, description, enabled } = change;
  const enables = enabled === true && !before.enabled;
  const set: Partial<WebhookEndpointDocument> = {
    ...defined({ url, events, ids_only, description, enabled }),
    updated_at: new Date(),
  };
  const update = {
    $set: set,
    ...(enabled === undefined ? {} : { $unset: { disabled_reason: '' as const } }),
    ...(enables
      ? { $unset: { disabled_reason: '' as const, failing_since: '' as const, failed_at: '' as const } }
      : {}),
  };
  const changed = await db.webhook_endpoints.findOneAndUpdate(own, update, {
    session,
    returnDocument: 'after',
  });
  if (changed === null) return null;
  await recordAudit(db, session, acting, {
    type: 'webhook_endpoint.changed',
    target: endpointOf(id),
    details: { changed: Object.keys(change), enabled: changed.enabled, events: changed.events },
    contents: { url: toJsonText(changed.url) },
  });
  return changed;
}

/** The follow-up of a stored change of an endpoint. @param isOff whether deliveries to it have stopped */
export async function afterEndpointChange(
  db: Database,
  workspaceId: string,
  id: string,
  isOff: boolean,
): Promise<void> {
  db.enabledEndpoints.forget(workspaceId);
  if (isOff) await dropDeliveries(db, id);
}

/**
 * Adds a secret. The previous one also signs for another 24 hours. Null if there is no such endpoint.
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function rotateWebhookSecret(
  db: Database,
  acting: Acting,
  id: string,
  secret: WebhookSecretDocument,
): Promise<WebhookEndpointDocument | null> {
  const rotate = async (session: ClientSession) =>
    await rotateWebhookSecretIn(db, session, acting, id, secret);
  const endpoint = await changeAlone(db, acting, 'credentials', rotate, (rotated) => rotated !== null);
  db.enabledEndpoints.forget(acting.workspace_id);
  return endpoint;
}

/** Adds a secret in a transaction, which signs from then on. Null if there is no such endpoint. */
export async function rotateWebhookSecretIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
  secret: WebhookSecretDocument,
): Promise<WebhookEndpointDocument | null> {
  const created_at = new Date();
  const rotated = await db.webhook_endpoints.findOneAndUpdate(
    { _id: id, workspace_id: acting.workspace_id },
    {
      $push: { secrets: { $each: [{ ...secret, created_at }], $slice: -keptSecrets } },
      $set: { updated_at: created_at },
    },
    { session, returnDocument: 'after' },
  );
  if (rotated === null) return null;
  await recordAudit(db, session, acting, { type: 'webhook_endpoint.secret_rotated', target: endpointOf(id) });
  return rotated;
}

/**
 * Deletes an endpoint and its pending deliveries. False if there is no such endpoint.
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function deleteWebhookEndpoint(db: Database, acting: Acting, id: string): Promise<boolean> {
  const remove = async (session: ClientSession) => await deleteWebhookEndpointIn(db, session, acting, id);
  if (!(await changeAlone(db, acting, 'credentials', remove, (isDeleted) => isDeleted))) return false;
  await afterEndpointChange(db, acting.workspace_id, id, true);
  return true;
}

/** Deletes an endpoint in a transaction. False if there is no such endpoint. */
export async function deleteWebhookEndpointIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
): Promise<boolean> {
  const { workspace_id } = acting;
  const { deletedCount } = await db.webhook_endpoints.deleteOne({ _id: id, workspace_id }, { session });
  if (deletedCount === 0) return false;
  await db.accounts.updateOne({ _id: workspace_id }, { $inc: { webhook_endpoints: -1 } }, { session });
  await recordAudit(db, session, acting, { type: 'webhook_endpoint.deleted', target: endpointOf(id) });
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
