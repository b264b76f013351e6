import type { Collection, Document } from 'mongodb';
import type { Backlog, Waiting } from '#engine/ports/backlog.ts';
import { anyWorkspace } from '../mongo/any-workspace.ts';
import type { Database } from '../mongo/database.ts';

/** More would look alike on a chart, and counting them would cost as much as reading them. */
const mostCounted = 100_000;
/** A database that takes longer has other work to do. */
const maxTimeMS = 2000;

/** Counts the backlog by five queries at once. They read keys of partial indexes, and the size of a collection, only. */
export async function readBacklog(db: Database, now: Date): Promise<Backlog> {
  const overdue = { 'outbox.due_at': { $lt: now } };
  const [paused, running, ofRuns, ofThreads, deliveries] = await Promise.all([
    waitingIn(db.runs, { paused_at: { $exists: true } }, '$paused_at'),
    db.runs.countDocuments({ ...anyWorkspace, state: 'running' }, { limit: mostCounted, maxTimeMS }),
    waitingIn(db.runs, overdue, '$outbox.due_at'),
    waitingIn(db.threads, overdue, '$outbox.due_at'),
    db.pending_deliveries.estimatedDocumentCount({ maxTimeMS }),
  ]);
  return { paused, running, outbox: joined(ofRuns, ofThreads), deliveries };
}

async function waitingIn<Stored extends Document>(
  collection: Collection<Stored>,
  filter: Document,
  at: string,
): Promise<Waiting> {
  const pipeline = [
    { $match: { ...anyWorkspace, ...filter } },
    { $limit: mostCounted },
    { $group: { _id: null, count: { $sum: 1 }, since: { $min: at } } },
  ];
  const [found] = await collection
    .aggregate<{ count: number; since: Date }>(pipeline, { maxTimeMS })
    .toArray();
  return found === undefined ? { count: 0 } : { count: found.count, since: found.since };
}

function joined(one: Waiting, other: Waiting): Waiting {
  const [since] = [one.since, other.since]
    .filter((at) => at !== undefined)
    .toSorted((first, second) => first.getTime() - second.getTime());
  return { count: one.count + other.count, ...(since && { since }) };
}
