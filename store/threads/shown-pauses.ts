import { pauseKinds } from '#contract/run-state.ts';
import { isOver, isPauseOver } from '#engine/rules/ends.ts';
import type { PauseDocument, PauseWithContent } from '#engine/documents/run.ts';
import type { ThreadDocument, ThreadPauseDocument } from '#engine/documents/thread.ts';
import type { Database } from '../mongo/database.ts';
import { type ShownTo, withContent } from './shown-content.ts';

/** A thread with the items that it shows, those of the run that waits longest first. */
export interface ShownThread {
  thread: ThreadDocument;
  pauses: PauseWithContent[];
}

/** Which held calls of a thread are shown, all or those of the run that waits longest, and to whom. */
export interface ShownHeld {
  allHeld?: boolean;
  to: ShownTo;
}

/** Runs can continue while their thread is read. Both are then read again, up to this often. */
const mostReads = 5;

/** If several runs are paused for the same reason, the oldest is shown (thread.list.oldest-pause). */
function shownPauses(
  { pauses }: ThreadDocument,
  now: Date,
  { allHeld = false }: Pick<ShownHeld, 'allHeld'> = {},
): ThreadPauseDocument[] {
  const open = pauses.filter((pause) => !isPauseOver(pause, now));
  return pauseKinds.flatMap((kind) => {
    const ofKind = open.filter(({ type }) => type === kind);
    return kind === 'confirmation' && allHeld ? ofKind : ofKind.slice(0, 1);
  });
}

/** How much is read to show what a thread waits for, in characters. */
export function shownLength(thread: ThreadDocument, now: Date): number {
  return shownPauses(thread, now).reduce((sum, { shown_length }) => sum + shown_length, 0);
}

/** How many held calls of a thread wait for a decision. */
export function countHeld({ pauses }: ThreadDocument, now: Date): number {
  const held = pauses.filter(({ type }) => type === 'confirmation');
  return held.reduce((sum, { calls }) => sum + calls.filter((call) => !isOver(call, now)).length, 0);
}

/**
 * Threads with their waiting items, which are stored with the runs, and the content of held calls with these. They are read with one
 * query for all threads, and another one for held calls, and with none if nothing waits.
 * @param now items that have expired are left out, even if their run has not ended yet
 */
export async function withPauses(
  db: Database,
  threads: ThreadDocument[],
  now: Date,
  held: ShownHeld,
): Promise<ShownThread[]> {
  const current = new Map(threads.map((thread) => [thread._id, thread]));
  const found = new Map<string, PauseWithContent>();
  const waiting = (thread: ThreadDocument) =>
    shownPauses(thread, now, held).map(({ run_id, calls }) => ({
      run_id,
      ids: calls.filter((call) => !isOver(call, now)).map(({ tool_call_id }) => tool_call_id),
    }));
  const missingOf = (thread: ThreadDocument) =>
    waiting(thread).filter(({ ids }) => ids.some((id) => !found.has(id)));
  for (let reads = 1; reads <= mostReads; reads += 1) {
    const runs = [...current.values()].flatMap(missingOf).map(({ run_id }) => run_id);
    const read = await readPauses(db, runs);
    const wanted = new Set([...current.values()].flatMap(missingOf).flatMap(({ ids }) => ids));
    const shown = await withContent(
      db,
      read.filter(({ tool_call_id }) => wanted.has(tool_call_id)),
      held.to,
    );
    for (const pause of shown) found.set(pause.tool_call_id, pause);
    const moved = [...current.values()].filter((thread) => missingOf(thread).length > 0);
    if (moved.length === 0) break;
    // Their runs have gone on since, and other runs may be the oldest now.
    for (const thread of await readThreads(db, moved)) current.set(thread._id, thread);
  }
  return [...current.values()].map((thread) => ({
    thread,
    pauses: waiting(thread).flatMap(({ ids }) => ids.flatMap((id) => found.get(id) ?? [])),
  }));
}

async function readPauses(db: Database, runs: string[]): Promise<PauseDocument[]> {
  if (runs.length === 0) return [];
  const read = await db.runs.find({ _id: { $in: runs } }, { projection: { _id: 0, pauses: 1 } }).toArray();
  return read.flatMap(({ pauses }) => pauses ?? []);
}

async function readThreads(db: Database, threads: ThreadDocument[]): Promise<ThreadDocument[]> {
  return await db.threads.find({ _id: { $in: threads.map(({ _id }) => _id) } }).toArray();
}
