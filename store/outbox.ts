import type { Database } from './database.ts';
import type { RunDocument } from './runs.ts';
import type { ThreadDocument } from './threads.ts';
import { singleWrite } from './time-limit.ts';

/** What Temporal is to be told of: a run, or that a run of a thread may work now. */
export type OverdueEntry =
  | { of: 'run'; workspace_id: string; thread_id: string; run: RunDocument }
  | ({ of: 'thread'; workspace_id: string; thread_id: string } & LetInEntry);

/** The entry of a thread by which a run is let in. */
export type LetInEntry = Pick<NonNullable<ThreadDocument['outbox']>, 'run_id' | 'due_at'>;

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
          : [{ of: 'thread' as const, workspace_id, thread_id: _id, ...letInEntry(outbox) }],
      ),
      ...runs.map((run) => ({ of: 'run' as const, workspace_id, thread_id: run.thread_id, run })),
    ]);
  }
  return inTurns(entries);
}

function letInEntry({ run_id, due_at }: NonNullable<ThreadDocument['outbox']>): LetInEntry {
  return { run_id, due_at };
}

/** One of each list after the other, so that what is done first is of all of them. */
function inTurns<Item>(lists: Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/**
 * An entry of a run that Temporal has taken. A later entry of the same run is another one, also where clocks make both
 * due at the same moment.
 */
export interface TakenEntry {
  run_id: string;
  entry: NonNullable<RunDocument['outbox']>;
}

/** Removes entries of runs that Temporal has taken, in one round trip. A later entry of the same run stays. */
export async function removeTaken(db: Database, taken: TakenEntry[]): Promise<void> {
  if (taken.length === 0) return;
  await db.runs.bulkWrite(
    taken.map(({ run_id, entry }) => ({
      updateOne: { filter: { _id: run_id, ...isEntry(entry) }, update: { $unset: { outbox: '' } } },
    })),
    { ordered: false, ...singleWrite },
  );
}

/** A filter for a run that still has this entry. */
function isEntry(entry: TakenEntry['entry']) {
  const filter = { 'outbox.kind': entry.kind, 'outbox.due_at': entry.due_at };
  return entry.kind === 'resume' ? { ...filter, 'outbox.tool_call_id': entry.tool_call_id } : filter;
}

/** Removes the entry of a thread by which a run is let in: its workflow has been told, or is at work. */
export async function removeLetIn(
  db: Database,
  threadId: string,
  { run_id, due_at }: LetInEntry,
): Promise<void> {
  await db.threads.updateOne(
    { _id: threadId, 'outbox.run_id': run_id, 'outbox.due_at': due_at },
    { $unset: { outbox: '' } },
    singleWrite,
  );
}
