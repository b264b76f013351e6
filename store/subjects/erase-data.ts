import type { Collection, Filter } from 'mongodb';
import { isTerminal, runStates } from '#contract/run-state.ts';
import type { Documents } from '../documents/documents.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Database } from '../mongo/database.ts';
import { forgetListener } from '../voice/forget-listener.ts';
import { pendingDeliveryId } from '../mongo/first-deliveries.ts';
import type { RunningErasure, Subject } from '../erasures/erasures.ts';
import { withoutResponse } from '../webhooks/attempts.ts';
import { eraseInAudit } from './erase-in-audit.ts';
import { personalData } from './personal-data.ts';

/** The most documents that one operation deletes, so that it takes milliseconds. */
const pageSize = 500;
/** The most threads, and the most runs, that are erased together. */
const atOnce = 20;

/** The dependencies of {@link eraseData}. */
export interface ErasureWork {
  /** Called between operations. Once it returns true, the rest is left for the next call. */
  isOver: () => boolean;
  /** Sends the outbox entry of a run, before the run is deleted. */
  notify: (run: RunDocument) => Promise<unknown>;
}

/** Open runs of a subject whose cancellation was not requested yet. */
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

/** Filters by state, of which there is an index: a subject can have very many runs that have ended. */
const isOpen = {
  state: { $in: runStates.filter((state) => !isTerminal(state)) },
} satisfies Filter<RunDocument>;

/**
 * Deletes the data of a subject in pages, and continues where an earlier attempt ended.
 * @returns false if it ran out of time or something is left: call it again
 */
export async function eraseData(db: Database, erasure: RunningErasure, work: ErasureWork): Promise<boolean> {
  const subject = ids(erasure);
  // Payments before events: a report of what became of one stores no event of the subject after that.
  if (!(await eraseThreads(db, erasure, work)) || !(await erasePayments(db, subject, work))) return false;
  if (!(await eraseEvents(db, subject, work)) || !(await eraseResponses(db, subject, work))) return false;
  if (!(await eraseSpeeches(db, subject, work)) || !(await eraseInAudit(db, erasure, work))) return false;
  for (const name of collections) {
    const found = personalData[name];
    // These are erased above, each in its order.
    if (typeof found !== 'function' || erasedInOrder.has(name)) continue;
    if (!(await eraseWhere(db, name, found(subject), work))) return false;
  }
  return !(await isLeft(db, subject));
}

/**
 * Whether there is something that was stored meanwhile: a run that was opened at the last moment keeps its thread, another
 * erasure may still be erasing its threads, and a subject may be connecting a client.
 */
async function isLeft(db: Database, subject: Subject): Promise<boolean> {
  const left = await Promise.all([
    idsOf(db.threads, subject, 1),
    idsOf(db.runs, subject, 1),
    idsOf(db.oauth_interactions, subject, 1),
    idsOf(db.mcp_grants, subject, 1),
    idsOf(db.oauth_authorizations, subject, 1),
    idsOf(db.oauth_tokens, subject, 1),
  ]);
  return left.flat().length > 0;
}

/** Collections with a subject that are not simply deleted. */
const erasedInOrder: ReadonlySet<string> = new Set([
  'threads',
  'runs',
  'speeches',
  'audit_entries',
  'webhook_attempts',
  'payments',
]);
const collections = Object.keys(personalData) as (keyof Documents)[];

/**
 * Erases the threads without open runs, with everything in them. It stores the ids of a few threads, and deletes their own
 * documents first. Every write to a run or a thread is guarded by their versions, so nothing can be added from then on.
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
    // If an attempt that was given up is still running, only the one that stores its threads first continues.
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
    for (const run of runs) if (run.outbox !== undefined) await work.notify(run);
    const run_id = { $in: runs.map(({ _id }) => _id) };
    for (const name of collections) {
      if (personalData[name] === 'run' && !(await eraseWhere(db, name, { run_id }, work))) return false;
    }
    // Last, because the others are found by their runs, and a subject without runs counts as erased.
    await db.runs.deleteMany({ _id: run_id });
    if (work.isOver()) return false;
  }
}

/** Deletes events together with their pending deliveries. */
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

/** Removes what receivers answered to events of the subject. After the events, so that no attempt adds more. */
async function eraseResponses(db: Database, subject: Subject, work: ErasureWork): Promise<boolean> {
  const ofSubject = personalData.webhook_attempts(subject);
  return await inPages(db.webhook_attempts, ofSubject, work, async (_id) =>
    db.webhook_attempts.updateMany({ _id }, withoutResponse),
  );
}

/** Removes the subject from its payments, with the text that its payees read and what was said of their settlement. */
async function erasePayments(db: Database, subject: Subject, work: ErasureWork): Promise<boolean> {
  const withoutSubject = { $unset: { subject_ref: '', reference: '', 'settlement.detail': '' } } as const;
  return await inPages(db.payments, personalData.payments(subject), work, async (_id) =>
    db.payments.updateMany({ _id }, withoutSubject),
  );
}

/** Deletes speeches with their pieces. A speech of other subjects too only loses the subject. */
async function eraseSpeeches(db: Database, subject: Subject, { isOver }: ErasureWork): Promise<boolean> {
  const ofSubject = personalData.speeches(subject);
  const ofOthersToo = { ...ofSubject, 'subject_refs.1': { $exists: true } };
  await db.speeches.updateMany(ofOthersToo, { $pull: { subject_refs: subject.subject_ref } });
  for (;;) {
    const speeches = await idsOf(db.speeches, ofSubject, atOnce);
    for (const id of speeches) await forgetListener(db, id, subject);
    if (speeches.length < atOnce) return true;
    if (isOver()) return false;
  }
}

async function eraseWhere(
  db: Database,
  name: keyof Documents,
  filter: object,
  work: ErasureWork,
): Promise<boolean> {
  const collection = db[name] as unknown as Collection<{ _id: string }>;
  return await inPages(collection, filter, work, async (_id) => collection.deleteMany({ _id }));
}

/**
 * Changes the matching documents, so that they match no more, a page at a time.
 * @param change changes those with these ids
 * @returns false if it ran out of time
 */
async function inPages<Stored extends { _id: string }>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
  { isOver }: ErasureWork,
  change: (ids: { $in: string[] }) => Promise<unknown>,
): Promise<boolean> {
  for (;;) {
    const page = await idsOf(collection, filter, pageSize);
    if (page.length > 0) await change({ $in: page });
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
