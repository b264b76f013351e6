import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '#store/mongo/ids.ts';
import { findOverdue } from '#store/runs/outbox.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import { leaveOpen } from '../../support/left-open.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { run, thread } from '../../support/rules/documents.ts';
import { sweepingOn } from '../../support/sweeping.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);
beforeEach(async () => {
  await Promise.all([db.runs.deleteMany({}), db.threads.deleteMany({})]);
});
afterEach(() => vi.useRealTimers());

const longAgo = Date.now() - 1_000_000;

function runsOf(workspace_id: string, thread_id: string, count: number, dueAt = longAgo): RunDocument[] {
  return Array.from({ length: count }, (_, index) =>
    run({
      _id: newId(),
      workspace_id,
      thread_id,
      seq: index + 1,
      outbox: { kind: 'start', version: 1, due_at: new Date(dueAt + index) },
    }),
  );
}

function threadOf(workspace_id: string, run_id: string): ThreadDocument {
  const outbox = { kind: 'lockGranted', run_id, version: 1, due_at: new Date(longAgo) } as const;
  return thread({ _id: newId(), workspace_id, active_runs: [run_id], outbox });
}

const limits = { perWorkspace: 200, total: 4000 };
const found = async (parts = limits) =>
  (await findOverdue(db, new Date(), parts)).map((entry) => entry.of === 'run' && entry.run._id);

it('[invariant.sweep-is-fair] many overdue entries of a workspace keep nobody else waiting, and not all are told in one sweep', async () => {
  const [late] = runsOf('quiet', 'thread-of-quiet', 1, longAgo + 500_000);
  const crowd = Array.from({ length: 600 }, (_, index) => runsOf('crowded', `thread-${index}`, 1)).flat();
  await db.runs.insertMany([...crowd, ...(late === undefined ? [] : [late])]);
  const entries = await found();
  expect(entries).toHaveLength(201);
  expect(entries.slice(0, 2)).toContain(late?._id);
});

it('[invariant.sweep-is-fair] a thread with many waiting runs does not delay the other threads of its workspace', async () => {
  const [late] = runsOf('workspace', 'other', 1, longAgo + 500_000);
  const line = runsOf('workspace', 'busy', 600);
  await db.runs.insertMany([...line, ...(late === undefined ? [] : [late])]);
  const entries = await found();
  expect(entries.slice(0, 3)).toEqual([line[0]?._id, late?._id, line[1]?._id]);
  expect(entries).toHaveLength(200);
});

it('[invariant.sweep-is-fair] a sweep takes so many in all, of as many workspaces as there are', async () => {
  await db.runs.insertMany(
    Array.from({ length: 30 }, (_, index) => runsOf(`workspace-${index}`, `thread-${index}`, 10)).flat(),
  );
  const entries = await findOverdue(db, new Date(), { perWorkspace: 10, total: 60 });
  expect(entries).toHaveLength(60);
  expect(new Set(entries.map(({ workspace_id }) => workspace_id)).size).toBe(30);
  expect(await findOverdue(db, new Date(), { perWorkspace: 10, total: 7 })).toHaveLength(7);
});

it('[invariant.sweep-is-fair] a sweep whose time is over stops, and leaves the rest as it is for the next', async () => {
  await db.runs.insertMany(Array.from({ length: 100 }, (_, index) => runsOf('one', `${index}`, 1)).flat());
  vi.useFakeTimers({ toFake: ['Date'] });
  const before = Date.now();
  const { sweep, called, close } = sweepingOn(db, {
    ...quietWorkflows,
    start: async () => {
      vi.setSystemTime(before + 41_000);
      return await Promise.resolve(true);
    },
  });
  const { runs } = await sweep();
  vi.useRealTimers();
  expect(runs).toBeGreaterThan(0);
  expect(runs).toBeLessThanOrEqual(16);
  expect(called).toHaveLength(runs);
  await close();
  expect(await db.runs.countDocuments({ outbox: { $exists: true } })).toBe(100 - runs);
});

it('[invariant.sweep-is-fair] the search for what is overdue stops when its time is over', async () => {
  const workspaces = Array.from({ length: 64 }, (_, index) => `workspace-${index}`);
  await db.runs.insertMany(workspaces.flatMap((id) => runsOf(id, `thread-of-${id}`, 1)));
  let searched = 0;
  const first = await findOverdue(db, new Date(), { ...limits, isOver: () => (searched += 1) > 2 });
  expect(first).toHaveLength(16);
  expect(await findOverdue(db, new Date(), { ...limits, isOver: () => true })).toEqual([]);
});

it('[invariant.lost-signal-comes-soon] a sweep that cannot reach Temporal gives up soon, and postpones nothing: the next one tells all', async () => {
  const stored = Array.from({ length: 200 }, (_, index) => runsOf('one', `${index}`, 1)).flat();
  const granted = threadOf('one', 'granted');
  await db.runs.insertMany(stored);
  await db.threads.insertOne(granted);
  const away = async () => await Promise.reject(new Error('Temporal does not answer'));
  const first = sweepingOn(db, { ...quietWorkflows, start: away, grantLock: away });
  const { runs, failed } = await first.sweep();
  await first.close();
  expect(failed).toBe(runs);
  expect(runs).toBeLessThanOrEqual(64);
  expect(await db.runs.find().sort({ _id: 1 }).toArray()).toEqual(
    stored.toSorted((one, other) => (one._id < other._id ? -1 : 1)),
  );
  expect(await db.threads.findOne({ _id: granted._id })).toEqual(granted);

  // Their time is never over, however long they take here.
  vi.useFakeTimers({ toFake: ['Date'] });
  const second = sweepingOn(db, quietWorkflows);
  await second.sweep();
  await second.sweep();
  vi.useRealTimers();
  await second.close();
  expect(await db.runs.countDocuments({ outbox: { $exists: true } })).toBe(0);
  expect(await db.threads.countDocuments({ outbox: { $exists: true } })).toBe(0);
});

it('[invariant.sweep-is-fair] a sweep goes on past a document that a killed process has left locked', async () => {
  const threads = ['a', 'b', 'c'].map((id) => threadOf('one', id));
  await db.threads.insertMany(threads);
  const open = leaveOpen(db);
  const killed = open.db.transaction(async (session) => {
    await db.threads.updateOne({ _id: threads[0]?._id ?? '' }, { $set: { title: 'Locked' } }, { session });
  });
  const ended = Promise.allSettled([killed]);
  await open.written;
  const { sweep, called, close } = sweepingOn(db, quietWorkflows);
  expect(await sweep()).toMatchObject({ runs: 3, failed: 1 });
  expect(called).toHaveLength(3);
  await open.abort();
  expect(await ended).toMatchObject([{ status: 'rejected' }]);
  const left = await db.threads.find({ outbox: { $exists: true } }).toArray();
  expect(left.map(({ _id }) => _id)).toEqual([threads[0]?._id]);
  expect(await sweep()).toMatchObject({ runs: 1, failed: 0 });
  await close();
});
