import { toCredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import type { EventType, MessageDelta } from '#contract/event.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { EventDocument } from '../documents/event.ts';
import type { MessageDocument } from '../documents/message.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import type { IdsAndTime } from './stored.ts';

/** An event of a run, before it gets its envelope. */
export interface RunEvent {
  type: EventType;
  data: Record<string, unknown>;
}

/**
 * Envelopes for what happened in a run. `seq` continues from the run's last event and `thread_seq` from the thread's,
 * without gaps: store both counts together with the events.
 */
export function envelopes(
  run: RunDocument,
  thread: ThreadDocument,
  events: RunEvent[],
  context: IdsAndTime,
): EventDocument[] {
  return events.map((event, index) => ({
    ...envelope(run, event, context),
    seq: run.last_event_seq + index + 1,
    thread_seq: (thread.last_event_seq ?? 0) + index + 1,
  }));
}

/** A piece of a reply in progress. It is not stored, and has no position in the order (event.type.message-delta). */
export function deltaEvent(run: RunDocument, data: MessageDelta, context: IdsAndTime): EventDocument {
  return outOfOrder(run, { type: 'message.delta', data: { ...data } }, context);
}

/** An event of a run without a place in the order of its events. */
export function outOfOrder(run: RunDocument, event: RunEvent, context: IdsAndTime): EventDocument {
  return { ...envelope(run, event, context), seq: null };
}

export function eventId({ newId }: Pick<IdsAndTime, 'newId'>): string {
  return `evt_${newId().replaceAll('-', '')}`;
}

function envelope(
  run: RunDocument,
  { type, data }: RunEvent,
  context: IdsAndTime,
): Omit<EventDocument, 'seq'> {
  return {
    _id: eventId(context),
    workspace_id: run.workspace_id,
    type,
    created_at: context.now,
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
    ...defined({ connections: run.connections }),
    data: toJsonText(data),
  };
}

/** The events that report a reply. */
export function replyEvents(message: MessageDocument): RunEvent[] {
  const { role, content, seq, run_id, finish, created_at } = message;
  const parts = message.parts === undefined ? null : fromJsonText(message.parts);
  const completed = {
    id: message._id,
    role,
    content,
    parts,
    run_id,
    seq,
    ...defined({ finish }),
    created_at: created_at.toISOString(),
  };
  return [
    ...(parts === null ? [] : [{ type: 'message.block' as const, data: { role, content, parts, seq } }]),
    { type: 'message.completed', data: completed },
  ];
}

/** The event that reports a run's end; none while the run is open. */
export function endEvents({ state, reason, cost, error }: RunDocument): RunEvent[] {
  if (state === 'closed') {
    return [{ type: 'run.completed', data: { state, cost_credits: toCredits(cost), reason } }];
  }
  return state === 'failed' ? [{ type: 'run.failed', data: { error } }] : [];
}
