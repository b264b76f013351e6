import type { Database } from './database.ts';
import type { RunDocument } from './runs.ts';
import { singleWrite } from './time-limit.ts';

/** What Temporal is to be told of: a run, or that a run of a thread may work now. */
export type OverdueEntry =
  | { of: 'run'; workspace_id: string; thread_id: string; run: RunDocument }
  | { of: 'thread'; workspace_id: string; thread_id: string; run_id: string };

/** A search takes no longer than this, and is made again by the next sweep. */
const searchMs = 5000;

/**
 * Entries of the outbox that are overdue: a few of every workspace, and of a thread no more than one run's, so that
 * none of them keeps those of the others waiting.
 * @param perWorkspace at most so many of a workspace, longest overdue first
 */
export async function findOverdue(db: Database, now: Date, perWorkspace: number): Promise<OverdueEntry[]> {
  const overdue = { 'outbox.due_at': { $lt: now } };
  const options = { maxTimeMS: searchMs };
  const [ofRuns, ofThreads] = await Promise.all([
    db.runs.distinct('workspace_id', overdue, options),
    db.threads.distinct('workspace_id', overdue, options),
  ]);
  const entries: OverdueEntry[][] = [];
  for (const workspace_id of new Set([...ofThreads, ...ofRuns])) {
    const filter = { workspace_id, ...overdue };
    const [threads, runs] = await Promise.all([
      db.threads
        .find(filter, { ...options, projection: { outbox: 1 } })
        .sort({ 'outbox.due_at': 1 })
        .limit(perWorkspace)
        .toArray(),
      db.runs.find(filter, options).sort({ 'outbox.due_at': 1 }).limit(perWorkspace).toArray(),
    ]);
    entries.push([
      ...threads.flatMap(({ _id, outbox }) =>
        outbox === undefined
          ? []
          : [{ of: 'thread' as const, workspace_id, thread_id: _id, run_id: outbox.run_id }],
      ),
      ...runs.map((run) => ({ of: 'run' as const, workspace_id, thread_id: run.thread_id, run })),
    ]);
  }
  return inTurns(entries);
}

/** One of each list after the other, so that what is done first is of all of them. */
function inTurns<Item>(lists: Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** An entry that Temporal has taken. A later entry of the same run is another one: it is due later. */
export type TakenEntry = { run_id: string; due_at: Date };

/** Removes entries of runs that Temporal has taken, in one round trip. */
export async function removeTaken(db: Database, taken: TakenEntry[]): Promise<void> {
  if (taken.length === 0) return;
  await db.runs.bulkWrite(
    taken.map(({ run_id, due_at }) => ({
      updateOne: { filter: { _id: run_id, 'outbox.due_at': due_at }, update: { $unset: { outbox: '' } } },
    })),
    { ordered: false, ...singleWrite },
  );
}

/** Removes the entry of a thread by which a run is let in: its workflow has been told, or is at work. */
export async function removeLetIn(db: Database, threadId: string, runId: string): Promise<void> {
  await db.threads.updateOne(
    { _id: threadId, 'outbox.run_id': runId },
    { $unset: { outbox: '' } },
    singleWrite,
  );
}
