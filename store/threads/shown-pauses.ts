import { pauseKinds } from '#contract/run-state.ts';
import { isOver } from '#engine/rules/expiry.ts';
import type { PauseDocument } from '#engine/documents/run.ts';
import type { ThreadDocument, ThreadPauseDocument } from '#engine/documents/thread.ts';
import type { Database } from '../mongo/database.ts';

/** A thread with the pauses that it shows, at most one of each kind. */
export interface ShownThread {
  thread: ThreadDocument;
  pauses: PauseDocument[];
}

/** Runs can continue while their thread is read. Both are then read again, up to this often. */
const mostReads = 5;

/** If several runs are paused for the same reason, the oldest is shown (thread.list.oldest-pause). */
function shownPauses({ pauses }: ThreadDocument, now: Date): ThreadPauseDocument[] {
  const open = pauses.filter((pause) => !isOver(pause, now));
  return pauseKinds.flatMap((kind) => open.find(({ type }) => type === kind) ?? []);
}

/** How much is read to show what a thread waits for, in characters. */
export function shownLength(thread: ThreadDocument, now: Date): number {
  return shownPauses(thread, now).reduce((sum, { shown_length = 0 }) => sum + shown_length, 0);
}

/**
 * Threads with their waiting items, which are stored with the runs. They are read with one query for all threads, and
 * with none if nothing waits.
 * @param now items that have expired are left out, even if their run has not ended yet
 */
export async function withPauses(db: Database, threads: ThreadDocument[], now: Date): Promise<ShownThread[]> {
  const current = new Map(threads.map((thread) => [thread._id, thread]));
  const found = new Map<string, PauseDocument>();
  const missingOf = (thread: ThreadDocument) =>
    shownPauses(thread, now).filter(({ tool_call_id }) => !found.has(tool_call_id));
  for (let reads = 1; reads <= mostReads; reads += 1) {
    const runs = [...current.values()].flatMap(missingOf).map(({ run_id }) => run_id);
    for (const pause of await readPauses(db, runs)) found.set(pause.tool_call_id, pause);
    const moved = [...current.values()].filter((thread) => missingOf(thread).length > 0);
    if (moved.length === 0) break;
    // Their runs have gone on since, and other runs may be the oldest now.
    for (const thread of await readThreads(db, moved)) current.set(thread._id, thread);
  }
  return [...current.values()].map((thread) => ({
    thread,
    pauses: shownPauses(thread, now).flatMap(({ tool_call_id }) => found.get(tool_call_id) ?? []),
  }));
}

async function readPauses(db: Database, runs: string[]): Promise<PauseDocument[]> {
  if (runs.length === 0) return [];
  const read = await db.runs.find({ _id: { $in: runs } }, { projection: { _id: 0, pause: 1 } }).toArray();
  return read.flatMap(({ pause }) => pause ?? []);
}

async function readThreads(db: Database, threads: ThreadDocument[]): Promise<ThreadDocument[]> {
  return await db.threads.find({ _id: { $in: threads.map(({ _id }) => _id) } }).toArray();
}
