import type { Event } from '#contract/event.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { newEventId } from './ids.ts';
import type { RunDocument } from './runs.ts';

/** A stored event: the envelope as it is delivered, under its own id. */
export interface EventDocument extends Omit<Event, 'id' | 'created_at' | 'parent'> {
  _id: string;
  workspace_id: string;
  created_at: Date;
}

/** What happened in a run, before it has its envelope. */
export interface RunEvent {
  type: Event['type'];
  data: Record<string, unknown>;
}

/** Envelopes for what happened in a run. `seq` goes on from the run's last event, without gaps. */
export function runEvents(run: RunDocument, events: RunEvent[], at: Date): EventDocument[] {
  return events.map((event, index) => ({
    _id: newEventId(),
    workspace_id: run.workspace_id,
    type: event.type,
    created_at: at,
    seq: run.last_event_seq + index + 1,
    origin: run.origin,
    source: { kind: 'run', id: run._id },
    context: {
      workspace_id: run.workspace_id,
      ...(run.connection === undefined ? {} : { connection_id: run.connection.id }),
      agent_id: run.agent.id,
      agent_key: run.agent.key,
      thread_id: run.thread_id,
      subject_ref: run.subject_ref,
    },
    run_id: run._id,
    thread_id: run.thread_id,
    data: event.data,
  }));
}

/** The envelope of a stored event, the same on every transport (service.md "Events"). */
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
    ...(run_id === undefined ? {} : { run_id }),
    ...(thread_id === undefined ? {} : { thread_id }),
    ...(data === undefined ? {} : { data }),
  };
}
