import type {
  LockGrant,
  OverdueEntry,
  OverdueLimits,
  RunToNotify,
  DeliveredEntry,
} from '#engine/ports/outbox-store.ts';
import type { Database } from '../mongo/database.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import { singleWrite } from '../mongo/time-limit.ts';
import { anyWorkspace } from '../mongo/any-workspace.ts';

const toTell = {
  workspace_id: 1,
  thread_id: 1,
  agent: 1,
  seq: 1,
  turn_count: 1,
  cancel_requested: 1,
  outbox: 1,
} as const;

/** The longest time for a search. The next sweep repeats it. */
const searchMs = 5000;
/** How many workspaces are searched concurrently. */
const searches = 8;

/**
 * Overdue outbox entries: a limited number from every workspace and, within a workspace, first one run of each thread,
 * so that none of them delays the others.
 * @param limits the most entries of a workspace, longest overdue first, the most in all, and whether the time for the
 *   search is over. Workspaces are taken in a random order, because there may be more of them than that
 */
export async function findOverdue(db: Database, now: Date, limits: OverdueLimits): Promise<OverdueEntry[]> {
  const overdue = { ...anyWorkspace, 'outbox.due_at': { $lt: now } };
  const options = { maxTimeMS: searchMs };
  const [ofRuns, ofThreads] = await Promise.all([
    db.runs.distinct('workspace_id', overdue, options),
    db.threads.distinct('workspace_id', overdue, options),
  ]);
  const workspaces = shuffled([...new Set([...ofThreads, ...ofRuns])]).slice(0, limits.total);
  const each = Math.min(limits.perWorkspace, Math.ceil(limits.total / Math.max(1, workspaces.length)));
  const found: OverdueEntry[][] = [];
  for (let index = 0; index < workspaces.length && limits.isOver?.() !== true; index += searches) {
    const group = workspaces.slice(index, index + searches);
    found.push(...(await Promise.all(group.map((id) => findOverdueOf(db, id, now, each)))));
  }
  return roundRobin(found).slice(0, limits.total);
}

async function findOverdueOf(
  db: Database,
  workspace_id: string,
  now: Date,
  limit: number,
): Promise<OverdueEntry[]> {
  const filter = { workspace_id, 'outbox.due_at': { $lt: now } };
  const options = { maxTimeMS: searchMs };
  const [threads, firsts, longest] = await Promise.all([
    db.threads
      .find(filter, { ...options, projection: { outbox: 1 } })
      .sort({ 'outbox.due_at': 1 })
      .limit(limit)
      .toArray(),
    // There may be more waiting runs on a busy thread than fit, all of them longer overdue than those of other threads.
    db.runs
      .aggregate<{ run_id: string }>(
        [
          { $match: filter },
          { $sort: { 'outbox.due_at': 1 } },
          {
            $group: { _id: '$thread_id', run_id: { $first: '$_id' }, due_at: { $first: '$outbox.due_at' } },
          },
          { $sort: { due_at: 1 } },
          { $limit: limit },
        ],
        options,
      )
      .toArray(),
    db.runs
      .find<RunToNotify>(filter, { ...options, projection: toTell })
      .sort({ 'outbox.due_at': 1 })
      .limit(limit)
      .toArray(),
  ]);
  const known = new Map(longest.map((run) => [run._id, run]));
  const missing = firsts.map(({ run_id }) => run_id).filter((id) => !known.has(id));
  const others =
    missing.length === 0
      ? []
      : await db.runs
          .find<RunToNotify>({ _id: { $in: missing }, ...filter }, { ...options, projection: toTell })
          .toArray();
  for (const run of others) known.set(run._id, run);
  const first = firsts.flatMap(({ run_id }) => known.get(run_id) ?? []);
  const runs = [...new Set([...first, ...longest])].map((run) => ({
    of: 'run' as const,
    workspace_id,
    thread_id: run.thread_id,
    run,
  }));
  const grantLock = threads.flatMap(({ _id, outbox }) =>
    outbox === undefined
      ? []
      : [{ of: 'thread' as const, workspace_id, thread_id: _id, ...lockGrant(outbox) }],
  );
  return roundRobin<OverdueEntry>([grantLock, runs]).slice(0, limit);
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function lockGrant({ run_id, version }: NonNullable<ThreadDocument['outbox']>): LockGrant {
  return { run_id, version };
}

/** Takes one item from each list in turn, so that all lists are represented among the first ones. */
function roundRobin<Item>(lists: Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** Removes entries of runs that Temporal has accepted, in one round trip. A later entry of the same run is kept. */
export async function removeDelivered(db: Database, delivered: DeliveredEntry[]): Promise<void> {
  if (delivered.length === 0) return;
  await db.runs.bulkWrite(
    delivered.map(({ run_id, entry }) => ({
      updateOne: {
        filter: { _id: run_id, 'outbox.version': entry.version },
        update: { $unset: { outbox: '' } },
      },
    })),
    { ordered: false, ...singleWrite },
  );
}

/** Removes the entry of a thread that grants a run its lock, because its workflow has been notified or is at work. */
export async function removeGrant(db: Database, threadId: string, { version }: LockGrant): Promise<void> {
  await db.threads.updateOne(
    { _id: threadId, 'outbox.version': version },
    { $unset: { outbox: '' } },
    singleWrite,
  );
}
