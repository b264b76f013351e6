import { MongoServerError, type ClientSession } from 'mongodb';
import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';
import { keepUndelivered } from '../events/undelivered.ts';
import type { Database } from '../mongo/database.ts';

/** Dropping deliveries waits no longer than this for documents that others have locked. */
const dropTimeoutMs = 5000;
/** MongoDB's code for an operation that exceeded its time limit. */
const timeLimitExceeded = 50;

/**
 * Delivers an event again, at once and with all retries.
 * @returns false if there is no such event any more
 */
export async function deliverAgain(
  db: Database,
  { _id, attempt, due_at, retry, ...ids }: PendingDeliveryDocument,
): Promise<boolean> {
  if (!(await keepUndelivered(db, ids.event_id))) return false;
  await db.pending_deliveries.updateOne(
    { _id },
    { $set: { due_at, retry }, $unset: { unattempted: '' }, $setOnInsert: { attempt, ...ids } },
    { upsert: true },
  );
  return true;
}

/** Postpones a delivery, unless it was requested again or dropped since it was read. */
export async function postponeDelivery(
  db: Database,
  session: ClientSession,
  { _id, due_at }: PendingDeliveryDocument,
  after: PendingDeliveryDocument,
): Promise<void> {
  await db.pending_deliveries.replaceOne({ _id, due_at }, after, { session });
}

/** The due deliveries of an endpoint, longest overdue first. */
export async function findDueDeliveries(
  db: Database,
  endpointId: string,
  now: Date,
  limit: number,
): Promise<PendingDeliveryDocument[]> {
  return await db.pending_deliveries
    .find({ endpoint_id: endpointId, due_at: { $lte: now } })
    .sort({ due_at: 1 })
    .limit(limit)
    .toArray();
}

/**
 * When the next delivery to an endpoint is due; null if none is pending. First attempts do not count: the process that
 * stored the event nearly always makes and deletes them, and otherwise the sweep finds them.
 */
export async function nextDueAt(db: Database, endpointId: string): Promise<Date | null> {
  const next = await db.pending_deliveries.findOne(
    { endpoint_id: endpointId, unattempted: { $exists: false } },
    { sort: { due_at: 1 }, projection: { due_at: 1 } },
  );
  return next?.due_at ?? null;
}

/** Drops a delivery, unless it was requested again since it was read. */
export async function dropDelivery(
  db: Database,
  { _id, due_at }: Pick<PendingDeliveryDocument, '_id' | 'due_at'>,
): Promise<void> {
  await db.pending_deliveries.deleteOne({ _id, due_at });
}

/**
 * Drops all pending deliveries of an endpoint that is disabled or deleted. Those that take longer than some seconds to
 * drop are dropped when they are due, because their endpoint is then found disabled or gone.
 */
export async function dropDeliveries(db: Database, endpointId: string): Promise<void> {
  try {
    await db.pending_deliveries.deleteMany({ endpoint_id: endpointId }, { maxTimeMS: dropTimeoutMs });
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === timeLimitExceeded)) throw error;
  }
}

/** An endpoint with an overdue delivery. */
export type OverdueEndpoint = Pick<PendingDeliveryDocument, 'endpoint_id' | 'workspace_id'>;

/**
 * The next endpoint, in the order of ids, with a delivery that has been due since before the given time; null if there
 * is none after `afterId`. One index lookup, however many deliveries are pending for an endpoint.
 */
export async function nextOverdueEndpoint(
  db: Database,
  afterId: string,
  before: Date,
  timeoutMs: number,
): Promise<OverdueEndpoint | null> {
  return await db.pending_deliveries.findOne<OverdueEndpoint>(
    { endpoint_id: { $gt: afterId }, due_at: { $lt: before } },
    {
      sort: { endpoint_id: 1, due_at: 1 },
      projection: { _id: 0, endpoint_id: 1, workspace_id: 1 },
      maxTimeMS: timeoutMs,
    },
  );
}
