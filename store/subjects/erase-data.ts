import type { Collection, Filter } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import type { RunDocument } from '../documents/run.ts';
import type { Database } from '../mongo/database.ts';
import { pendingDeliveryId } from '../webhooks/pending-deliveries.ts';
import type { RunningErasure, Subject } from './erasures.ts';
import { personalData } from './personal-data.ts';

/** How many documents one operation removes: few enough to take milliseconds. */
const pageSize = 500;
/** How many threads, or runs, are erased together. */
const atOnce = 20;

/** The limits of an erasure, and what it does outside of the store. */
export interface ErasureWork {
  /** Called between operations. Once it is true, the rest is left for another time. */
  isOver: () => boolean;
  /** Called for a run with an outbox entry before the run is removed. */
  tell: (run: RunDocument) => Promise<unknown>;
}

/** Open runs of a subject for which no cancellation was requested yet. */
export async function findRunsToCancel(
  db: Database,
  subject: Subject,
  limit: number,
): Promise<RunDocument[]> {
  const filter = { ...ids(subject), ...isOpen, cancel_requested: { $exists: false } };
  return await db.runs.find(filter).limit(limit).toArray();
}

/** Whether a subject has an open run. */
export async function hasOpenRun(db: Database, subject: Subject): Promise<boolean> {
  return (await idsOf(db.runs, { ...ids(subject), ...isOpen }, 1)).length > 0;
}

const isOpen = { state: { $nin: ['closed', 'failed'] } } satisfies Filter<RunDocument>;

/**
 * Erases what is found of a subject, in pages, and continues where an earlier attempt ended.
 * @returns false if the time was over before everything was searched, or something is left: call again
 */
export async function eraseData(db: Database, erasure: RunningErasure, work: ErasureWork): Promise<boolean> {
  const subject = ids(erasure);
  if (!(await eraseThreads(db, erasure, work)) || !(await eraseEvents(db, subject, work))) return false;
  for (const name of collections) {
    const found = personalData[name];
    // These are found by their threads, in the order above.
    if (typeof found !== 'function' || name === 'threads' || name === 'runs') continue;
    if (!(await eraseWhere(db, name, found(subject), work))) return false;
  }
  // A run that was opened at the last moment keeps its thread, and another erasure may still be working on its own
  // threads.
  const left = await Promise.all([idsOf(db.threads, subject, 1), idsOf(db.runs, subject, 1)]);
  return left.flat().length === 0;
}

const collections = Object.keys(personalData) as (keyof Documents)[];

/**
 * Erases the threads without open runs, with everything in them. The ids of a few are stored, and then their own
 * documents are removed first: a write to a run or a thread takes effect only if its thread is as it was read, so
 * nothing can be added from then on.
 */
async function eraseThreads(db: Database, erasure: RunningErasure, work: ErasureWork): Promise<boolean> {
  const { _id, workspace_id } = erasure;
  const isQuiet = { active_runs: { $size: 0 }, pauses: { $size: 0 } };
  let batch = erasure.thread_ids;
  for (;;) {
    if (batch !== undefined && batch.length > 0) {
      await db.threads.deleteMany({ _id: { $in: batch }, ...isQuiet });
      const left = new Set(await idsOf(db.threads, { _id: { $in: batch } }, atOnce));
      const gone = batch.filter((id) => !left.has(id));
      if (!(await eraseInThreads(db, workspace_id, gone, work))) return false;
    }
    const next = await idsOf(db.threads, { ...ids(erasure), ...isQuiet }, atOnce);
    // If an abandoned attempt is still working, the one that stored its threads first continues.
    const { matchedCount } = await db.erasures.updateOne(
      { _id, thread_ids: batch ?? { $exists: false } },
      { $set: { thread_ids: next } },
    );
    if (matchedCount === 0) return false;
    if (next.length === 0) return true;
    if (work.isOver()) return false;
    batch = next;
  }
}

async function eraseInThreads(
  db: Database,
  workspace_id: string,
  threadIds: string[],
  work: ErasureWork,
): Promise<boolean> {
  const thread_id = { $in: threadIds };
  for (const name of collections) {
    if (personalData[name] === 'thread' && !(await eraseWhere(db, name, { thread_id }, work))) return false;
  }
  for (;;) {
    const runs = await db.runs.find({ workspace_id, thread_id }).limit(atOnce).toArray();
    if (runs.length === 0) return true;
    for (const run of runs) if (run.outbox !== undefined) await work.tell(run);
    const run_id = { $in: runs.map(({ _id }) => _id) };
    for (const name of collections) {
      if (personalData[name] === 'run' && !(await eraseWhere(db, name, { run_id }, work))) return false;
    }
    // Last, because the others are found by them, and a subject without runs has none of the others.
    await db.runs.deleteMany({ _id: run_id });
    if (work.isOver()) return false;
  }
}

/** Events are removed together with their pending deliveries. */
async function eraseEvents(db: Database, subject: Subject, work: ErasureWork): Promise<boolean> {
  const { workspace_id } = subject;
  const endpoints = await idsOf(db.webhook_endpoints, { workspace_id }, pageSize);
  for (;;) {
    const events = await idsOf(db.events, personalData.events(subject), pageSize);
    if (events.length === 0) return true;
    for (const endpoint of endpoints) {
      const pending = events.map((event) => pendingDeliveryId(endpoint, event));
      await db.pending_deliveries.deleteMany({ _id: { $in: pending } });
    }
    await db.events.deleteMany({ _id: { $in: events } });
    if (work.isOver()) return false;
  }
}

async function eraseWhere(
  db: Database,
  name: keyof Documents,
  filter: object,
  { isOver }: ErasureWork,
): Promise<boolean> {
  const collection = db[name] as unknown as Collection<{ _id: string }>;
  for (;;) {
    const page = await idsOf(collection, filter, pageSize);
    if (page.length > 0) await collection.deleteMany({ _id: { $in: page } });
    if (page.length < pageSize) return true;
    if (isOver()) return false;
  }
}

async function idsOf<Stored extends { _id: string }>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
  limit: number,
): Promise<string[]> {
  const found = collection.find<{ _id: string }>(filter, { projection: { _id: 1 } }).limit(limit);
  return (await found.toArray()).map(({ _id }) => _id);
}

function ids({ workspace_id, subject_ref }: Subject): Subject {
  return { workspace_id, subject_ref };
}
