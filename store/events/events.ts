import type { Filter } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { Event, EventType, Origin } from '#contract/event.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { Database } from '../mongo/database.ts';
import { newEventId } from '../mongo/ids.ts';
import { newestPage, readPage } from '../mongo/page.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { onlyOf } from '../threads/scope.ts';

/** The event of a direct call of a product. It has no run, no thread and no position in an order. */
export function requestEvent(
  request: { id: string; workspace_id: string; origin: Origin; product: string; subject_ref?: string },
  event: { type: EventType; data: Record<string, unknown> },
  at: Date,
): EventDocument {
  const { id, workspace_id, origin, product, subject_ref } = request;
  return {
    _id: newEventId(),
    workspace_id,
    type: event.type,
    created_at: at,
    seq: null,
    origin,
    source: { kind: 'request', id },
    context: { workspace_id, ...defined({ subject_ref }), product },
    data: toJsonText(event.data),
  };
}

/** The envelope of a stored event, the same on every transport (event.envelope). */
export function toEvent(document: EventDocument): Event {
  const { _id, type, created_at, seq, origin, source, context, run_id, thread_id, data } = document;
  return {
    id: _id,
    type,
    created_at: toTimestamp(created_at),
    seq,
    origin,
    source,
    parent: null,
    context,
    ...defined({ run_id, thread_id }),
    ...(data === undefined ? {} : { data: fromJsonText(data) }),
  };
}

/** Which events to find: a workspace's, or those of the threads of one of its subjects, and of all agents or of one. */
export interface EventFilter extends Scope {
  run_id?: string;
  thread_id?: string;
  type?: EventType;
}

/** Events, newest first. The position is the last event's id. */
export async function listEvents(
  db: Database,
  filter: EventFilter,
  limit: number,
  after?: string,
): Promise<Page<EventDocument, string>> {
  return await newestPage(db.events, eventsOf(filter), limit, after);
}

export async function findEvent(
  db: Database,
  filter: EventFilter,
  id: string,
): Promise<EventDocument | null> {
  return await db.events.findOne({ _id: id, ...eventsOf(filter) });
}

/** A subject sees events of its threads. A direct call that names the subject belongs to the workspace. */
function eventsOf({ subject_ref, agent_id, connection_id, ...filter }: EventFilter): Filter<EventDocument> {
  return {
    ...(subject_ref === undefined
      ? {}
      : { 'context.subject_ref': subject_ref, thread_id: { $exists: true } }),
    ...defined({ 'context.agent_id': agent_id }),
    ...(connection_id === undefined
      ? {}
      : { 'context.connection_id': { $in: [connection_id, null] }, connections: onlyOf(connection_id) }),
    ...filter,
  };
}

/** The stored events of a thread after a position, oldest first. The position is the last event's `thread_seq`. */
export async function listThreadEvents(
  db: Database,
  threadId: string,
  afterSeq: number,
  limit: number,
): Promise<Page<EventDocument, number>> {
  const events = db.events
    .find({ thread_id: threadId, thread_seq: { $gt: afterSeq } })
    .sort({ thread_seq: 1 });
  return await readPage(events, limit, ({ thread_seq = afterSeq }) => thread_seq);
}

/** Whether events of a thread are stored after a position. */
export async function hasThreadEvents(db: Database, threadId: string, afterSeq: number): Promise<boolean> {
  const later = { thread_id: threadId, thread_seq: { $gt: afterSeq } };
  return (await db.events.findOne(later, { projection: { _id: 1 } })) !== null;
}

/** The position on its thread right before the first event of a run; 0 if that is no longer kept. */
export async function positionBefore(db: Database, runId: string): Promise<number> {
  const first = await db.events.findOne({ run_id: runId, seq: 1 }, { projection: { thread_seq: 1 } });
  return first?.thread_seq === undefined ? 0 : first.thread_seq - 1;
}

/** The data of a stored event or a delta. */
export function dataOf({ data }: Pick<EventDocument, 'data'>): Record<string, unknown> {
  return data === undefined ? {} : fromJsonText(data);
}

/** Publishes every event that this process stores, right after it is stored. `publish` neither throws nor waits. */
export function publishStored(db: Database, publish: (event: EventDocument) => void): void {
  db.storedEvents.listen((events) => {
    for (const event of events) publish(event);
  });
}
