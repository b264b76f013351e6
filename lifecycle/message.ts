import type { Microcredits } from '#contract/credits.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Origin } from '#contract/event.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Metadata } from '#contract/metadata.ts';
import { titleLength } from '#contract/thread.ts';
import { truncate } from '#contract/text.ts';
import type { MessageDocument } from '#store/documents/message.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { PauseDocument, ThreadDocument } from '#store/documents/thread.ts';
import { envelopes } from './events.ts';
import { openingChanges } from './ledger-changes.ts';
import { entryFor } from './outbox.ts';
import { withMessage } from './thread-after.ts';
import type { Changes, Surroundings } from './stored.ts';

/** A user message that opens a run. */
export interface OpeningMessage {
  /** Id of the run. */
  run_id: string;
  message_id: string;
  content: string;
  metadata?: Metadata | undefined;
  origin: Origin;
  connection?: { id: string; name: string };
  /** The only connection that the caller's session token allows. */
  connection_claim?: string;
  /** The credits of the workspace that the run holds until it ends. */
  hold: Microcredits;
}

/**
 * The question that a message on this thread answers, which is the oldest one. Undefined if the message opens a run of
 * its own.
 * @throws {ServiceError} `awaiting_confirmation` while any run of the thread is held at a gate, because it needs a
 *   decision
 */
export function questionAnswered({ pauses }: ThreadDocument): PauseDocument | undefined {
  const gate = pauses.find(({ type }) => type === 'confirmation');
  if (gate !== undefined) {
    const { run_id, tool_call_id } = gate;
    throw new ServiceError('awaiting_confirmation', 'A decision is awaited on this thread, not a message.', {
      details: { run_id, tool_call_id },
    });
  }
  return pauses.find(({ type }) => type === 'question');
}

/** A run that a message opens, at the end of its thread's line. Everything that it stores takes effect together. */
export function openRun(
  thread: ThreadDocument,
  { run_id, message_id, content, metadata, origin, connection, connection_claim, hold }: OpeningMessage,
  surroundings: Surroundings,
): Required<Changes> {
  const { now } = surroundings;
  const { workspace_id, subject_ref, agent } = thread;
  const seq = thread.last_seq + 1;
  const message: MessageDocument = {
    _id: message_id,
    workspace_id,
    thread_id: thread._id,
    run_id,
    run_seq: seq,
    role: 'user',
    content,
    seq,
    ...(metadata === undefined ? {} : { metadata: toJsonText(metadata) }),
    created_at: now,
  };
  const opened: RunDocument = {
    _id: run_id,
    workspace_id,
    thread_id: thread._id,
    subject_ref,
    agent,
    ...(connection === undefined ? {} : { connection }),
    ...(connection_claim === undefined ? {} : { connection_claim }),
    origin,
    ...(thread.grant_id === undefined ? {} : { grant_id: thread.grant_id }),
    state: 'running',
    seq,
    turn_count: 0,
    last_event_seq: 0,
    cost: 0,
    ...(hold === 0 ? {} : { hold }),
    outbox: entryFor({ kind: 'start' }, 1, now),
    opened_at: now,
    version: 1,
  };
  const started = { type: 'run.started' as const, data: { agent: { id: agent.id, name: agent.name } } };
  const events = envelopes(opened, thread, [started], surroundings);
  return {
    run: { ...opened, last_event_seq: events.length },
    thread: {
      ...withMessage(thread, message),
      ...(thread.untitled ? { title: truncate(content, titleLength), untitled: false } : {}),
      active_runs: [...thread.active_runs, run_id],
      last_event_seq: (thread.last_event_seq ?? 0) + events.length,
      version: thread.version + 1,
    },
    calls: [],
    turns: [],
    newCalls: [],
    messages: [message],
    events,
    ledger: openingChanges(opened, surroundings),
    uses: [],
  };
}
