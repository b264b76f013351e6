import type { ClientSession } from 'mongodb';
import type { Database } from './database.ts';
import { insertMissing } from './duplicate-key.ts';

/** An event that an endpoint is to be sent, and when: it is there until that has succeeded or is given up. */
export interface OwedDeliveryDocument {
  /** `<endpoint>:<event>`: an event is owed to an endpoint once. */
  _id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  /** Number of the next attempt. */
  attempt: number;
  /** Which delay of the schedule comes after the next attempt, from 0. */
  retry: number;
  due_at: Date;
}

export function owedDeliveryId(endpointId: string, eventId: string): string {
  return `${endpointId}:${eventId}`;
}

/** Notes what is owed. What is owed already stays as it is. */
export async function oweDeliveries(db: Database, owed: OwedDeliveryDocument[]): Promise<void> {
  if (owed.length === 0) return;
  await insertMissing(db.owed_deliveries, owed);
}

/** Owes an event anew, at once and with the whole schedule before it. */
export async function oweAgain(
  db: Database,
  { _id, attempt, due_at, retry, ...ids }: OwedDeliveryDocument,
): Promise<void> {
  await db.owed_deliveries.updateOne(
    { _id },
    { $set: { due_at, retry }, $setOnInsert: { attempt, ...ids } },
    { upsert: true },
  );
}

/** Puts what is owed after an attempt in the place of what was owed before, unless that was asked for anew since. */
export async function changeOwed(
  db: Database,
  session: ClientSession,
  was: OwedDeliveryDocument | undefined,
  after: OwedDeliveryDocument | undefined,
): Promise<void> {
  if (was === undefined) {
    if (after === undefined) return;
    const { _id, ...fields } = after;
    await db.owed_deliveries.updateOne({ _id }, { $setOnInsert: fields }, { session, upsert: true });
    return;
  }
  const unchanged = { _id: was._id, due_at: was.due_at };
  if (after === undefined) await db.owed_deliveries.deleteOne(unchanged, { session });
  else await db.owed_deliveries.replaceOne(unchanged, after, { session });
}

/** What is due to an endpoint, the longest due first. */
export async function findDueDeliveries(
  db: Database,
  endpointId: string,
  now: Date,
  limit: number,
): Promise<OwedDeliveryDocument[]> {
  return await db.owed_deliveries
    .find({ endpoint_id: endpointId, due_at: { $lte: now } })
    .sort({ due_at: 1 })
    .limit(limit)
    .toArray();
}

/** When the next delivery to an endpoint is due; null when none is owed. */
export async function nextDueAt(db: Database, endpointId: string): Promise<Date | null> {
  const next = await db.owed_deliveries.findOne(
    { endpoint_id: endpointId },
    { sort: { due_at: 1 }, projection: { due_at: 1 } },
  );
  return next?.due_at ?? null;
}

export async function dropOwedDelivery(db: Database, id: string): Promise<void> {
  await db.owed_deliveries.deleteOne({ _id: id });
}

/** Drops all that is owed to an endpoint. */
export async function dropOwedDeliveries(db: Database, endpointId: string): Promise<void> {
  await db.owed_deliveries.deleteMany({ endpoint_id: endpointId });
}

/** The endpoints to which something is due since before a moment. */
export async function findOverdueEndpoints(
  db: Database,
  before: Date,
): Promise<{ endpoint_id: string; workspace_id: string }[]> {
  return await db.owed_deliveries
    .aggregate<{ endpoint_id: string; workspace_id: string }>([
      { $match: { due_at: { $lt: before } } },
      { $group: { _id: '$endpoint_id', workspace_id: { $first: '$workspace_id' } } },
      { $project: { _id: 0, endpoint_id: '$_id', workspace_id: 1 } },
    ])
    .toArray();
}
