import { subscribes } from '#contract/webhook-endpoint.ts';
import type { Database } from './database.ts';
import type { EventDocument } from './events.ts';
import { eventIdFrom } from './ids.ts';
import { oweDeliveries, owedDeliveryId, type OwedDeliveryDocument } from './owed-deliveries.ts';
import { findSweepPosition, moveSweepPosition } from './sweep-positions.ts';
import { attemptedEvents } from './webhook-attempts.ts';
import type { WebhookEndpointDocument } from './webhook-endpoints.ts';

/**
 * Events are looked at twice: when the process that stored them must have made its attempt, and once more when also
 * a write is over that took as long as writes may, on a machine whose clock is wrong.
 */
const looks = [
  { name: 'webhooks:early', ageMs: 20_000 },
  { name: 'webhooks:late', ageMs: 150_000 },
];
/** So many events are read at once. */
const batchSize = 1000;

type SweptEvent = Pick<EventDocument, '_id' | 'workspace_id' | 'type'>;

/**
 * Owes every event whose first attempt was never made: the process that stored it has died, or had more to send than
 * it could. Resumes where it ended the last time, and costs one read while there are no endpoints.
 * @returns how many deliveries it found
 */
export async function oweMissedDeliveries(db: Database, now: Date): Promise<number> {
  const anyEndpoint = await db.webhook_endpoints.findOne({ enabled: true }, { projection: { _id: 1 } });
  let found = 0;
  for (const { name, ageMs } of looks) {
    const until = eventIdFrom(new Date(now.getTime() - ageMs));
    if (anyEndpoint !== null) found += await look(db, name, until);
    await moveSweepPosition(db, name, until);
  }
  return found;
}

/** Goes on from where it ended the last time, in steps that are kept. */
async function look(db: Database, name: string, until: string): Promise<number> {
  let found = 0;
  let after = (await findSweepPosition(db, name)) ?? until;
  while (after < until) {
    const events = await db.events
      .find({ _id: { $gt: after, $lte: until } }, { projection: { workspace_id: 1, type: 1 } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    found += await oweMissed(db, events);
    after = events.length < batchSize ? until : (events.at(-1)?._id ?? until);
    await moveSweepPosition(db, name, after);
  }
  return found;
}

async function oweMissed(db: Database, events: SweptEvent[]): Promise<number> {
  const workspaces = [...new Set(events.map(({ workspace_id }) => workspace_id))];
  if (workspaces.length === 0) return 0;
  const endpoints = await db.webhook_endpoints
    .find({ workspace_id: { $in: workspaces }, enabled: true })
    .toArray();
  let found = 0;
  for (const endpoint of endpoints) {
    const ids = events.filter((event) => isWanted(endpoint, event)).map(({ _id }) => _id);
    const attempted = await attemptedEvents(db, endpoint._id, ids);
    const missed = ids.filter((id) => !attempted.has(id));
    await oweDeliveries(
      db,
      missed.map((id) => firstDelivery(endpoint, id)),
    );
    found += missed.length;
  }
  return found;
}

function isWanted(endpoint: WebhookEndpointDocument, { _id, workspace_id, type }: SweptEvent): boolean {
  return (
    workspace_id === endpoint.workspace_id &&
    subscribes(endpoint, type) &&
    _id >= eventIdFrom(endpoint.active_since)
  );
}

function firstDelivery(endpoint: WebhookEndpointDocument, eventId: string): OwedDeliveryDocument {
  return {
    _id: owedDeliveryId(endpoint._id, eventId),
    workspace_id: endpoint.workspace_id,
    endpoint_id: endpoint._id,
    event_id: eventId,
    attempt: 1,
    retry: 0,
    due_at: new Date(),
  };
}
