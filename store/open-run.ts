import type { Microcredits } from '#contract/credits.ts';
import type { Origin } from '#contract/event.ts';
import type { Metadata } from '#contract/metadata.ts';
import { previewLength, titleLength } from '#contract/thread.ts';
import { Commit } from './commit.ts';
import type { Database } from './database.ts';
import { runEvents } from './events.ts';
import { madeAt, newId } from './ids.ts';
import { openingChanges } from './ledger.ts';
import type { MessageDocument } from './messages.ts';
import type { RunDocument } from './runs.ts';
import { truncate } from './text.ts';
import type { ThreadDocument } from './threads.ts';

/** How long a run's workflow may take to react before the sweep calls it again. */
export const wakeGraceMs = 5000;

export interface RunOpening {
  /** Id of the run. Default: a new one. */
  id?: string;
  /** What is held for it until it ends; it was reserved under the run's id. Default: nothing. */
  hold?: Microcredits;
  /** Id of the message. Default: a new one. */
  message_id?: string;
  content: string;
  metadata?: Metadata;
  origin: Origin;
  connection?: { id: string; name: string };
}

/**
 * Stores a user message and the run it opens, at once: when this resolves the message is accepted, and the sweep
 * starts the run's workflow if nobody else does.
 * @throws {StaleWriteError} when the thread was written since it was loaded
 */
export async function openRun(
  db: Database,
  thread: ThreadDocument,
  opening: RunOpening,
): Promise<RunDocument> {
  const id = opening.id ?? newId();
  const now = madeAt(id);
  const seq = thread.last_seq + 1;
  const message: MessageDocument = {
    _id: opening.message_id ?? newId(),
    workspace_id: thread.workspace_id,
    thread_id: thread._id,
    run_id: id,
    run_seq: seq,
    role: 'user',
    content: opening.content,
    seq,
    ...(opening.metadata === undefined ? {} : { metadata: opening.metadata }),
    created_at: now,
  };
  const opened: RunDocument = {
    _id: id,
    workspace_id: thread.workspace_id,
    thread_id: thread._id,
    subject_ref: thread.subject_ref,
    agent: thread.agent,
    ...(opening.connection === undefined ? {} : { connection: opening.connection }),
    origin: opening.origin,
    state: 'running',
    seq,
    turn_count: 0,
    last_event_seq: 0,
    cost: 0,
    ...(opening.hold === undefined ? {} : { hold: opening.hold }),
    wake: { kind: 'start', due_at: new Date(now.getTime() + wakeGraceMs) },
    opened_at: now,
    version: 1,
  };
  const events = runEvents(
    opened,
    thread,
    [{ type: 'run.started', data: { agent: { id: thread.agent.id, name: thread.agent.name } } }],
    now,
  );
  const run = { ...opened, last_event_seq: events.length };
  await new Commit(db)
    .replace('threads', {
      ...withMessage(thread, message),
      ...(thread.untitled ? { title: truncate(opening.content, titleLength), untitled: false } : {}),
      active_runs: [...thread.active_runs, id],
      last_event_seq: (thread.last_event_seq ?? 0) + events.length,
    })
    .insert('messages', [message])
    .insert('runs', [run])
    .insert('events', events)
    .insert('ledger', openingChanges(run))
    .write();
  return run;
}

/** The thread after a message: its next version. */
export function withMessage(thread: ThreadDocument, message: MessageDocument): ThreadDocument {
  return {
    ...thread,
    last_seq: message.seq,
    message_count: thread.message_count + 1,
    last_message: {
      role: message.role,
      content: truncate(message.content, previewLength),
      created_at: message.created_at,
    },
    updated_at: message.created_at,
    version: thread.version + 1,
  };
}
