import type { Page } from '#contract/pagination.ts';
import type { CreatedThread, Thread, ThreadChange } from '#contract/thread.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import { firstToDecide } from '#engine/rules/ends.ts';
import { isPauseFor } from '#engine/rules/pause.ts';
import type { Database } from '../mongo/database.ts';
import { isOutage } from '../mongo/outage.ts';
import { newestPage } from '../mongo/page.ts';
import { countHeld, type ShownHeld, type ShownThread, shownLength, withPauses } from './shown-pauses.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { threadsInScope } from './scope.ts';

export async function insertThread(db: Database, thread: ThreadDocument): Promise<void> {
  await db.threads.insertOne(thread);
}

/** Deletes a thread that was just created. */
export async function removeThread(db: Database, id: string): Promise<void> {
  await db.threads.deleteOne({ _id: id });
}

export async function findThread(db: Database, scope: Scope, id: string): Promise<ThreadDocument | null> {
  return await db.threads.findOne({ _id: id, ...threadsInScope(scope) });
}

/**
 * Changes what a client has given for a thread. What a run writes at the same time is kept: its write notices, and is made again.
 * @returns the changed thread; null if it does not exist, or is not in the scope
 */
export async function changeThread(
  db: Database,
  scope: Scope,
  id: string,
  { title, metadata, context }: ThreadChange,
): Promise<ThreadDocument | null> {
  const set = {
    ...(title === undefined ? {} : { title, untitled: false }),
    ...(metadata === undefined ? {} : { metadata: toJsonText(metadata) }),
    ...(context === undefined ? {} : { context: toJsonText(context) }),
  };
  return await db.threads.findOneAndUpdate(
    { _id: id, ...threadsInScope(scope) },
    { $set: { ...set, updated_at: new Date() }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  );
}

/** Whether a thread exists. True if MongoDB does not answer. */
export async function isThread(db: Database, id: string): Promise<boolean> {
  try {
    return (await db.threads.findOne({ _id: id }, { projection: { _id: 1 } })) !== null;
  } catch (error) {
    if (isOutage(error)) return true;
    throw error;
  }
}

/**
 * Threads, newest first. The position is the last thread's id.
 * @param now as for {@link withPauses}
 */
export async function listThreads(
  db: Database,
  scope: Scope,
  { limit, after, now, to }: { limit: number; after?: string | undefined; now: Date } & Pick<ShownHeld, 'to'>,
): Promise<Page<ShownThread, string>> {
  const page = await newestPage(db.threads, threadsInScope(scope), limit, after, (thread) =>
    shownLength(thread, now),
  );
  return { ...page, items: await withPauses(db, page.items, now, { to }) };
}

/** A thread as its creation returns it. */
export function toCreatedThread({
  _id,
  agent,
  subject_ref,
  title,
  metadata,
  created_at,
}: ThreadDocument): CreatedThread {
  return {
    id: _id,
    agent: { id: agent.id, name: agent.name },
    subject_ref,
    title,
    ...(metadata === undefined ? {} : { metadata: fromJsonText(metadata) }),
    created_at: toTimestamp(created_at),
  };
}

/** A thread as it is got: with all of its held calls, those of its oldest run first. Ids of runs ascend with their time. */
export function toThread(shown: ShownThread): Thread {
  const held = shown.pauses
    .filter((pause) => isPauseFor(pause, 'confirmation'))
    .toSorted((one, other) => (one.run_id < other.run_id ? -1 : Number(one.run_id > other.run_id)));
  return {
    ...withoutHeld(shown),
    ...(held.length === 0 ? {} : { pending_confirmations: held.map(({ content }) => content) }),
  };
}

/** A thread as it is listed: with the number of its held calls. */
export function toListedThread(shown: ShownThread, now: Date): Thread {
  return { ...withoutHeld(shown), pending_confirmations_count: countHeld(shown.thread, now) };
}

function withoutHeld({ thread: document, pauses }: ShownThread): Thread {
  const { last_message, metadata } = document;
  return {
    id: document._id,
    title: document.title,
    subject_ref: document.subject_ref,
    agent: { id: document.agent.id, name: document.agent.name },
    message_count: document.message_count,
    ...(last_message === undefined
      ? {}
      : { last_message: { ...last_message, created_at: toTimestamp(last_message.created_at) } }),
    ...pending(pauses),
    ...(metadata === undefined ? {} : { metadata: fromJsonText(metadata) }),
    created_at: toTimestamp(document.created_at),
    updated_at: toTimestamp(document.updated_at),
  };
}

function pending(
  pauses: ShownThread['pauses'],
): Pick<Thread, 'pending_elicitation' | 'pending_action' | 'pending_confirmation'> {
  const question = pauses.find((pause) => isPauseFor(pause, 'question'));
  const held = pauses.filter((pause) => isPauseFor(pause, 'confirmation'));
  const confirmation = firstToDecide(held);
  const outcome = pauses.find((pause) => isPauseFor(pause, 'outcome'));
  return {
    pending_elicitation: question === undefined ? null : question.content,
    pending_action: outcome === undefined ? null : outcome.content,
    ...(confirmation === undefined ? {} : { pending_confirmation: confirmation.content }),
  };
}
