import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { WebhookAttempt, WebhookAttemptStatus } from '#contract/webhook-attempt.ts';
import type { Database } from './database.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import { madeAt, newId } from './ids.ts';
import { changeOwed, type OwedDeliveryDocument } from './owed-deliveries.ts';
import { toPage } from './page.ts';

/** One attempt to deliver one event to one endpoint. */
export interface WebhookAttemptDocument {
  _id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  /** Counts the attempts of the event at the endpoint from 1. */
  attempt: number;
  status: WebhookAttemptStatus;
  response_status?: number;
  error?: { code: string; message: string };
  duration_ms: number;
  next_attempt_at?: Date;
  created_at: Date;
}

/** What became of an attempt, before it is recorded. */
export type MadeAttempt = Omit<WebhookAttemptDocument, '_id' | 'created_at'>;

/**
 * Records an attempt, and with it what is owed from then on. While all is well this is one insert.
 *
 * Should another process have made the same attempt at the same time, this one takes the next number: whatever was
 * sent is listed.
 * @param was what was owed before: it changes, unless it was asked for anew while the attempt was made
 * @param owed what is owed after the attempt; without it nothing
 */
export async function recordAttempt(
  db: Database,
  made: MadeAttempt,
  { was, owed }: { was?: OwedDeliveryDocument | undefined; owed?: OwedDeliveryDocument | undefined },
): Promise<WebhookAttemptDocument> {
  const _id = newId();
  for (let { attempt } = made; ; attempt += 1) {
    const document: WebhookAttemptDocument = { ...made, attempt, _id, created_at: madeAt(_id) };
    const after = owed === undefined ? undefined : { ...owed, attempt: attempt + 1 };
    try {
      if (was === undefined && after === undefined) await db.webhook_attempts.insertOne(document);
      else {
        await db.transaction(async (session) => {
          await db.webhook_attempts.insertOne(document, { session });
          await changeOwed(db, session, was, after);
        });
      }
      return document;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** The attempts at an endpoint, newest first. The position is the last one's id. */
export async function listAttempts(
  db: Database,
  endpointId: string,
  limit: number,
  after?: string,
): Promise<Page<WebhookAttemptDocument, string>> {
  const documents = await db.webhook_attempts
    .find({ endpoint_id: endpointId, ...(after === undefined ? {} : { _id: { $lt: after } }) })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray();
  return toPage(documents, limit, (last) => last._id);
}

/** How often an event was tried at an endpoint. */
export async function countAttempts(db: Database, endpointId: string, eventId: string): Promise<number> {
  const last = await db.webhook_attempts.findOne(
    { endpoint_id: endpointId, event_id: eventId },
    { sort: { attempt: -1 }, projection: { attempt: 1 } },
  );
  return last?.attempt ?? 0;
}

/** Those of the events that were tried at an endpoint. */
export async function attemptedEvents(
  db: Database,
  endpointId: string,
  eventIds: string[],
): Promise<Set<string>> {
  const attempts = await db.webhook_attempts
    .find({ endpoint_id: endpointId, event_id: { $in: eventIds } }, { projection: { _id: 0, event_id: 1 } })
    .toArray();
  return new Set(attempts.map(({ event_id }) => event_id));
}

export function toWebhookAttempt(document: WebhookAttemptDocument): WebhookAttempt {
  const { event_id, attempt, status, response_status, error, duration_ms, next_attempt_at } = document;
  return {
    event_id,
    attempt,
    status,
    ...(response_status === undefined ? {} : { response_status }),
    ...(error === undefined ? {} : { error }),
    duration_ms,
    ...(next_attempt_at === undefined ? {} : { next_attempt_at: toTimestamp(next_attempt_at) }),
    created_at: toTimestamp(document.created_at),
  };
}
