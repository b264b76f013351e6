import { defined } from '#contract/defined.ts';
import { isPaused } from '#contract/run-state.ts';
import { truncate } from '#contract/text.ts';
import { previewLength } from '#contract/thread.ts';
import type { MessageDocument } from '../documents/message.ts';
import type { PauseDocument, RunDocument } from '../documents/run.ts';
import type { ThreadDocument, ThreadPauseDocument } from '../documents/thread.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { grantLock, inLine } from './thread-lock.ts';

/** The thread after a step: its messages and events, who works or waits to work, and who is paused. */
export function threadAfter(
  thread: ThreadDocument,
  run: RunDocument,
  {
    pauses: changed,
    message,
    ofSubject,
    turnedDown,
    newCalls,
    ends,
    events,
    now,
  }: {
    /** The items that the run waits for, if they change. */
    pauses: PauseDocument[] | undefined;
    message: MessageDocument | undefined;
    /** The subject has written the message. */
    ofSubject: boolean;
    /** How many held calls are rejected, or have expired. */
    turnedDown: number;
    newCalls: readonly ToolCallDocument[];
    /** The step ends the run. */
    ends: boolean;
    events: number;
    now: Date;
  },
): ThreadDocument {
  const working = run.state === 'running';
  const listed = thread.active_runs.includes(run._id);
  const pauses = changed === undefined && isPaused(run.state) ? thread.pauses : pausesAfter(thread, run);
  const pausesStay = pauses.length === thread.pauses.length && changed === undefined;
  const notes = notesAfter(thread, run, { newCalls, endsSilently: ends && message === undefined });
  const belongs = ofConnections(thread, run);
  const isSame = working === listed && pausesStay && notes === undefined && belongs.connections === undefined;
  if (isSame && message === undefined && events === 0) return thread;
  const active_runs = working
    ? inLine(thread.active_runs, run._id)
    : thread.active_runs.filter((id) => id !== run._id);
  const written = message === undefined ? thread : withMessage(thread, message, { ofSubject });
  const { outbox: before, ...rest } = written;
  const outbox = grantLock(thread, before, active_runs, run._id, now);
  return {
    ...rest,
    ...belongs,
    ...notes,
    ...(turnedDown === 0 ? {} : { turned_down: (thread.turned_down ?? 0) + turnedDown }),
    active_runs,
    pauses,
    last_event_seq: (thread.last_event_seq ?? 0) + events,
    ...defined({ outbox }),
    version: thread.version + 1,
  };
}

/**
 * The notes about the run that its thread keeps for models of later runs (model.shown.calls); undefined if it has them,
 * or if the messages suffice.
 */
function notesAfter(
  { eventful, lasting_from }: ThreadDocument,
  { seq }: RunDocument,
  { newCalls, endsSilently }: { newCalls: readonly ToolCallDocument[]; endsSilently: boolean },
): Pick<ThreadDocument, 'eventful' | 'lasting_from'> | undefined {
  const isLasting = newCalls.some(({ lasting }) => lasting !== undefined);
  if (newCalls.length === 0 && !endsSilently) return undefined;
  const notes = {
    eventful: { first: Math.min(eventful?.first ?? seq, seq), last: Math.max(eventful?.last ?? seq, seq) },
    ...defined({ lasting_from: isLasting ? Math.min(lasting_from ?? seq, seq) : lasting_from }),
  };
  const isKnown =
    eventful?.first === notes.eventful.first &&
    eventful.last === notes.eventful.last &&
    lasting_from === notes.lasting_from;
  return isKnown ? undefined : notes;
}

/** The pauses of a thread after a step. A step that leaves a run paused keeps its place among the others. */
function pausesAfter(
  { pauses }: ThreadDocument,
  { _id, pauses: items = [] }: RunDocument,
): ThreadPauseDocument[] {
  const before = pauses.find(({ run_id }) => run_id === _id);
  const [first] = items;
  if (first === undefined) return pauses.filter((pause) => pause !== before);
  const { type, run_id, tool_call_id, patch_ref, created_at } = before ?? first;
  const after: ThreadPauseDocument = {
    type,
    run_id,
    tool_call_id,
    patch_ref,
    created_at,
    calls: items.map(({ tool_call_id: id, expires_at, not_before }) => ({
      tool_call_id: id,
      expires_at,
      ...defined({ not_before }),
    })),
    shown_length: items.reduce((sum, each) => sum + each.shown_length, 0),
  };
  return before === undefined
    ? [...pauses, after]
    : pauses.map((pause) => (pause === before ? after : pause));
}

/** The connections of a thread, if a run belongs to others than it did before (auth.token.restricted). */
export function ofConnections(
  { connections: before = [] }: Pick<ThreadDocument, 'connections'>,
  { connection, connections = [] }: Pick<RunDocument, 'connection' | 'connections'>,
): Pick<ThreadDocument, 'connections'> {
  const all = new Set([...before, ...(connection === undefined ? [] : [connection.id]), ...connections]);
  return all.size === before.length ? {} : { connections: [...all] };
}

/** The thread after a message. The caller increments its version. */
export function withMessage(
  thread: ThreadDocument,
  message: MessageDocument,
  { ofSubject }: { ofSubject: boolean },
): ThreadDocument {
  return {
    ...thread,
    last_seq: message.seq,
    ...(ofSubject ? { subject_seq: message.seq } : {}),
    message_count: thread.message_count + 1,
    last_message: {
      role: message.role,
      content: truncate(message.content, previewLength),
      created_at: message.created_at,
    },
    updated_at: message.created_at,
  };
}
