import type { ClientSession } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { Erasure } from '#contract/erasure.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { type Acting, audited } from '../audit/record.ts';
import type { ErasureDocument } from '../documents/erasure.ts';
import { erasureRunning } from '#engine/rules/erasure-running.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt } from '../mongo/ids.ts';

/** The owner of the data: a subject of a workspace. */
export interface Subject {
  workspace_id: string;
  subject_ref: string;
}

/** An erasure in progress. */
export type RunningErasure = ErasureDocument & { subject_ref: string };

/** The sweep restarts an erasure if its workflow was not active for this long. */
const lostAfterMs = 2 * 60 * 1000;
/** The workflow is started right after the erasure is stored. If that fails, the sweep starts it after this time. */
const startedWithinMs = 10_000;
/** The most threads that are marked at a time. */
const threadsAtOnce = 500;
/** How long a completed erasure can be read. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** A name that recognizes a subject after its erasure without identifying it. */
async function blindNameOf(db: Database, { workspace_id, subject_ref }: Subject): Promise<string> {
  const name = await db.blindIndex.of(workspace_id);
  return name('erased subject', [subject_ref]);
}

/**
 * Stores that a subject is to be erased. If an erasure of the subject is already running, returns that one.
 * Simultaneous requests may start more than one, which is harmless. The audit log records the erasure, not the subject.
 * @param id the id of the erasure if it is new
 */
export async function beginErasure(
  db: Database,
  { subject_ref, ...acting }: Acting & Subject,
  id: string,
): Promise<RunningErasure> {
  const subject = { workspace_id: acting.workspace_id, subject_ref };
  const running = await findRunningErasure(db, subject);
  if (running !== null) return running;
  const erasure: RunningErasure = {
    _id: id,
    ...subject,
    subject_name: await blindNameOf(db, subject),
    due_at: new Date(Date.now() + startedWithinMs),
    created_at: madeAt(id),
  };
  // A person who erases their own data is not named either.
  const { actor, ...others } = acting;
  await audited(
    db,
    actor === subject_ref ? others : acting,
    async (session) => await db.erasures.insertOne(erasure, { session }),
    () => ({ type: 'erasure.requested', target: { kind: 'erasure', id } }),
  );
  return erasure;
}

/** An erasure of a workspace, in progress or completed; null if there is none. */
export async function findErasure(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<ErasureDocument | null> {
  return await db.erasures.findOne({ _id: id, workspace_id: workspaceId });
}

async function findRunningErasure(db: Database, subject: Subject): Promise<RunningErasure | null> {
  const filter = { subject_name: await blindNameOf(db, subject), completed_at: { $exists: false } };
  return (await db.erasures.findOne(filter)) as RunningErasure | null;
}

/**
 * Marks the threads of a subject with its erasure, newest first, so that messages can be refused without a lookup. The
 * mark counts as a write, so a writer that has read the thread before must read it again.
 * @param isOver called between pages. Once it returns true, the rest is left for the next call
 */
export async function markThreads(
  db: Database,
  { _id, workspace_id, subject_ref }: RunningErasure,
  isOver: () => boolean,
): Promise<void> {
  const unmarked = { workspace_id, subject_ref, erasure_id: { $exists: false } };
  for (;;) {
    const options = { projection: { _id: 1 }, sort: { _id: -1 }, limit: threadsAtOnce } as const;
    const page = await db.threads.find(unmarked, options).toArray();
    const ids = { $in: page.map((thread) => thread._id) };
    await db.threads.updateMany(
      { ...unmarked, _id: ids },
      { $set: { erasure_id: _id }, $inc: { version: 1 } },
    );
    if (page.length < threadsAtOnce || isOver()) return;
  }
}

/**
 * Checks something that was just stored, or is stored in the same transaction: it must not belong to a subject that is
 * being erased, or that was erased after the request began.
 * @param begunAs an id that was created when the request began
 * @throws {ServiceError} `erasure_running`
 */
export async function refuseIfErased(
  db: Database,
  subject: Subject,
  begunAs: string,
  session?: ClientSession,
): Promise<void> {
  const [newest] = await db.erasures
    .find({ subject_name: await blindNameOf(db, subject) }, session === undefined ? {} : { session })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  if (newest !== undefined && (newest.completed_at === undefined || newest._id > begunAs)) {
    throw erasureRunning(newest._id);
  }
}

/** Those records whose subject was not erased since they were made. What is erased now, its second pass finds. */
export async function withoutErased<Made extends Partial<Subject> & { created_at: Date }>(
  db: Database,
  records: Made[],
): Promise<Made[]> {
  const names = await Promise.all(
    records.map(async ({ workspace_id, subject_ref }) =>
      workspace_id === undefined || subject_ref === undefined
        ? ''
        : await blindNameOf(db, { workspace_id, subject_ref }),
    ),
  );
  const erasures = await db.erasures.find({ subject_name: { $in: [...new Set(names)] } }).toArray();
  return records.filter(
    ({ created_at }, index) =>
      !erasures.some(
        ({ subject_name, completed_at }) =>
          subject_name === names[index] && completed_at !== undefined && completed_at > created_at,
      ),
  );
}

/** Shows the sweep that an erasure is active. @returns the erasure, or null if it is completed */
export async function noteErasureAlive(db: Database, id: string): Promise<RunningErasure | null> {
  const erasure = await db.erasures.findOneAndUpdate(
    { _id: id, completed_at: { $exists: false } },
    { $set: { due_at: new Date(Date.now() + lostAfterMs) } },
    { returnDocument: 'after' },
  );
  return erasure as RunningErasure | null;
}

/** Running erasures whose workflow was lost, the longest overdue first. */
export async function findLostErasures(
  db: Database,
  now: Date,
  limit: number,
): Promise<Pick<ErasureDocument, '_id' | 'workspace_id'>[]> {
  return await db.erasures
    .find({ due_at: { $lt: now } }, { projection: { workspace_id: 1 } })
    .sort({ due_at: 1 })
    .limit(limit)
    .toArray();
}

/** Stores when the first complete pass ended. @returns that time, or the earlier one if it is already stored */
export async function noteCleared(db: Database, { _id, cleared_at }: ErasureDocument): Promise<Date> {
  if (cleared_at !== undefined) return cleared_at;
  const now = new Date();
  await db.erasures.updateOne({ _id }, { $set: { cleared_at: now } });
  return now;
}

/** Completes an erasure, and removes the subject's name from it. */
export async function completeErasure(db: Database, id: string): Promise<void> {
  const now = new Date();
  await db.erasures.updateOne(
    { _id: id, completed_at: { $exists: false } },
    {
      $set: { completed_at: now, expires_at: new Date(now.getTime() + keptMs) },
      $unset: { subject_ref: '', due_at: '', thread_ids: '', cleared_at: '' },
    },
  );
}

export function toErasure({ _id, subject_ref, created_at, completed_at }: ErasureDocument): Erasure {
  return {
    id: _id,
    status: completed_at === undefined ? 'running' : 'completed',
    ...defined({ subject_ref }),
    created_at: toTimestamp(created_at),
    ...(completed_at === undefined ? {} : { completed_at: toTimestamp(completed_at) }),
  };
}
