import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { WebhookAttempt } from '#contract/webhook-attempt.ts';
import type { WebhookAttemptDocument } from '../documents/webhook-attempt.ts';
import type { Database } from '../mongo/database.ts';
import { keepUndelivered } from '../events/undelivered.ts';
import { Commit, isRepeated } from '../mongo/commit.ts';
import { isDuplicateKey } from '../mongo/duplicate-key.ts';
import { newId } from '../mongo/ids.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';
import { newestPage } from '../mongo/page.ts';
import { postponeDelivery } from './pending-deliveries.ts';

/** The result of an attempt, before it is recorded. */
export type MadeAttempt = Omit<WebhookAttemptDocument, '_id' | 'created_at'>;

/**
 * Records an attempt, together with what is still pending after it.
 *
 * If another process made the same attempt at the same time, this one takes the next number, so that every request that
 * was sent is listed.
 * @param was the delivery for which the attempt was made, which changes unless it was requested again meanwhile.
 *   Without it, the attempt was a test
 * @param next when the next attempt is due; without it, the delivery is done
 */
export async function recordAttempt(
  db: Database,
  made: MadeAttempt,
  was?: PendingDeliveryDocument,
  next?: { retry: number; due_at: Date },
): Promise<WebhookAttemptDocument> {
  const _id = newId();
  let attempt = made.attempt - 1;
  const recordNext = async () => {
    attempt += 1;
    const document: WebhookAttemptDocument = { ...made, attempt, _id, created_at: new Date() };
    await record(db, document, was, next);
    await forgetErased(db, document);
    return document;
  };
  const isTaken = (error: unknown) => isDuplicateKey(error) || isRepeated(error);
  return await retryOnConflict('the number of an attempt', recordNext, isTaken);
}

async function record(
  db: Database,
  document: WebhookAttemptDocument,
  was: PendingDeliveryDocument | undefined,
  next: { retry: number; due_at: Date } | undefined,
): Promise<void> {
  if (was === undefined) await db.webhook_attempts.insertOne(document);
  else if (next === undefined) {
    // The case of nearly every attempt.
    await new Commit(db).insert('webhook_attempts', [document]).drop(was).write();
  } else {
    const { unattempted: _, ...delivery } = was;
    const after = { ...delivery, ...next, attempt: document.attempt + 1 };
    await keepUndelivered(db, was.event_id);
    await db.transaction(async (session) => {
      await db.webhook_attempts.insertOne(document, { session });
      await postponeDelivery(db, session, was, after);
    });
  }
}

/**
 * Removes the response of an attempt whose event was deleted while it was made: an erasure deletes the events of a subject
 * first, then their responses, and may have been there already.
 */
async function forgetErased(
  db: Database,
  { _id, event_id, subject_ref }: WebhookAttemptDocument,
): Promise<void> {
  if (subject_ref === undefined) return;
  const event = await db.events.findOne({ _id: event_id }, { projection: { _id: 1 } });
  if (event === null) await db.webhook_attempts.updateOne({ _id }, withoutResponse);
}

/** The change after which an attempt has nothing of a subject. */
export const withoutResponse = { $unset: { response: '', subject_ref: '' } } as const;

/** An attempt at an endpoint; null if there is none. */
export async function findAttempt(
  db: Database,
  endpointId: string,
  id: string,
): Promise<WebhookAttemptDocument | null> {
  return await db.webhook_attempts.findOne({ _id: id, endpoint_id: endpointId });
}

/** Whether a sample with this id was sent to an endpoint. */
export async function wasSample(db: Database, endpointId: string, eventId: string): Promise<boolean> {
  const attempt = await db.webhook_attempts.findOne(
    { endpoint_id: endpointId, event_id: eventId },
    { projection: { test: 1 } },
  );
  return attempt?.test === true;
}

/** The attempts at an endpoint, newest first. The position is the last one's id. */
export async function listAttempts(
  db: Database,
  endpointId: string,
  limit: number,
  after?: string,
): Promise<Page<WebhookAttemptDocument, string>> {
  return await newestPage(db.webhook_attempts, { endpoint_id: endpointId }, limit, after);
}

/** How many attempts were made to deliver an event to an endpoint. */
export async function countAttempts(db: Database, endpointId: string, eventId: string): Promise<number> {
  const last = await db.webhook_attempts.findOne(
    { endpoint_id: endpointId, event_id: eventId },
    { sort: { attempt: -1 }, projection: { attempt: 1 } },
  );
  return last?.attempt ?? 0;
}

/**
 * Attempts as they are shown. The run is that of the event, as long as this is kept: once a subject is erased, nothing leads
 * from an attempt to them.
 */
export async function toWebhookAttempts(
  db: Database,
  documents: WebhookAttemptDocument[],
): Promise<WebhookAttempt[]> {
  const _id = { $in: documents.map(({ event_id }) => event_id) };
  const events = await db.events.find({ _id }, { projection: { run_id: 1 } }).toArray();
  const runs = new Map(events.map((event) => [event._id, event.run_id]));
  return documents.map((document) => ({
    ...toWebhookAttempt(document),
    ...defined({ run_id: runs.get(document.event_id) }),
  }));
}

/** A single attempt, without its run. */
export function toWebhookAttempt(document: WebhookAttemptDocument): WebhookAttempt {
  const { event_id, attempt, status, response_status, error, duration_ms, next_attempt_at } = document;
  const { _id: id, event_type, test } = document;
  return {
    id,
    event_id,
    ...defined({ event_type, test }),
    attempt,
    status,
    ...defined({ response_status, error }),
    duration_ms,
    ...(next_attempt_at === undefined ? {} : { next_attempt_at: toTimestamp(next_attempt_at) }),
    created_at: toTimestamp(document.created_at),
  };
}
