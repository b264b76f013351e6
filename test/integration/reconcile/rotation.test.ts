import type { CommandStartedEvent, Document } from 'mongodb';
import { beforeEach, expect, it } from 'vitest';
import type { WorkflowView } from '#contract/temporal/workflow-view.ts';
import { newId } from '#store/mongo/ids.ts';
import { findOverdue } from '#store/runs/outbox.ts';
import { findRotations } from '#store/runs/rotation.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { reconcilingOn } from '../../support/reconciling.ts';
import { pause, run } from '../../support/rules/documents.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);
beforeEach(async () => {
  await Promise.all([db.runs.deleteMany({}), db.threads.deleteMany({}), db.rotations.deleteMany({})]);
});

const minuteMs = 60_000;

/** Stores runs that are paused. */
async function park(workspace_id: string, count: number): Promise<string[]> {
  const runs = Array.from({ length: count }, () => {
    const ids = { _id: newId(), thread_id: newId() };
    const lasting = { created_at: new Date(), ttl_seconds: 3600 };
    const held = pause('confirmation', { run_id: ids._id, tool_call_id: newId(), ...lasting });
    return run({ ...ids, workspace_id, state: 'awaiting_input', paused_at: new Date(), pauses: [held] });
  });
  await db.runs.insertMany(runs);
  return runs.map(({ _id }) => _id);
}

it('[invariant.reconcile-is-bounded] a thousand parked runs are looked at some at a time, each once in a round, across processes', async () => {
  const parked = await park('crowded', 1000);
  const viewed: string[] = [];
  for (let visit = 0; visit < 6; visit += 1) {
    // As another process would: where to continue is stored.
    const visiting = reconcilingOn(db, quietWorkflows, minuteMs);
    const { compared, failed, done } = await visiting.reconcile();
    expect([compared, failed, done]).toEqual([visit < 5 ? 200 : 0, 0, {}]);
    // One request to Temporal for each, and no notification.
    expect(visiting.viewed).toHaveLength(compared);
    expect([visiting.called, visiting.logs]).toEqual([[], []]);
    viewed.push(...visiting.viewed);
  }
  expect(viewed.toSorted()).toEqual(parked.toSorted());
});

it('[invariant.reconcile-is-fair] a workspace with thousands of open runs keeps nobody else waiting, and is not kept waiting itself', async () => {
  await park('crowded', 1000);
  const first = reconcilingOn(db, quietWorkflows);
  await first.reconcile();
  const [quiet] = await park('quiet', 1);
  const second = reconcilingOn(db, quietWorkflows);
  await second.reconcile();
  expect(second.viewed[0]).toBe(quiet);
  expect(second.viewed).toHaveLength(200);
  expect(first.viewed.filter((id) => second.viewed.includes(id))).toEqual([]);
});

it('[invariant.reconcile-is-fair] workspaces that do not fit are looked at in the next visits', async () => {
  const all: string[] = [];
  for (let index = 0; index < 250; index += 1) all.push(...(await park(`workspace-${index}`, 1)));
  const viewed: string[] = [];
  for (let visit = 0; visit < 3; visit += 1) {
    const visiting = reconcilingOn(db, quietWorkflows, minuteMs);
    await visiting.reconcile();
    expect(visiting.viewed.length).toBeLessThanOrEqual(200);
    viewed.push(...visiting.viewed);
  }
  expect(viewed.toSorted()).toEqual(all.toSorted());
});

it.each([
  ['ahead', 24 * 60 * minuteMs],
  ['behind', -24 * 60 * minuteMs],
])(
  '[invariant.stores-agree-again] a worker whose clock is a day %s neither skips runs nor keeps other workers from looking',
  async (_, skewMs) => {
    await park('workspace', 3);
    const wrong = reconcilingOn(db, quietWorkflows, minuteMs, () => new Date(Date.now() + skewMs));
    await wrong.reconcile();
    expect(wrong.viewed).toHaveLength(3);
    const right = reconcilingOn(db, quietWorkflows, minuteMs);
    await right.reconcile();
    expect(right.viewed).toHaveLength(3);
  },
);

it('[invariant.reconcile-is-bounded] a round begins some time after the one before it', async () => {
  await park('workspace', 1);
  let laterMs = 0;
  const visiting = reconcilingOn(db, quietWorkflows, minuteMs, () => new Date(Date.now() + laterMs));
  await visiting.reconcile();
  await visiting.reconcile();
  expect(visiting.viewed).toHaveLength(1);
  laterMs = minuteMs;
  await visiting.reconcile();
  expect(visiting.viewed).toHaveLength(2);
});

it('[invariant.stores-agree-again] a run that cannot be compared keeps no other from it', async () => {
  const [bad, ...good] = await park('workspace', 60);
  const view = async (id: string): Promise<WorkflowView> => {
    if (id === bad) throw new Error('this one cannot be described');
    return await Promise.resolve({ is: 'working' });
  };
  const visiting = reconcilingOn(db, { ...quietWorkflows, view }, minuteMs);
  expect(await visiting.reconcile()).toMatchObject({ compared: good.length, failed: 1 });
});

it('[invariant.stores-agree-again] while Temporal is away a visit gives up soon, and once it is back all runs are looked at', async () => {
  const parked = await park('workspace', 300);
  const view = async () => await Promise.reject(new Error('Temporal does not answer'));
  const away = reconcilingOn(db, { ...quietWorkflows, view }, minuteMs);
  const { compared, failed } = await away.reconcile();
  expect(compared).toBe(0);
  expect(failed).toBeLessThanOrEqual(32);
  const back = reconcilingOn(db, quietWorkflows);
  for (let visit = 0; visit < 3; visit += 1) await back.reconcile();
  expect([...new Set(back.viewed)].toSorted()).toEqual(parked.toSorted());
});

it('[invariant.stores-agree-again] all open workflows are looked through, page by page, for runs that have ended', async () => {
  const start = Date.now();
  const open = Array.from({ length: 450 }, (_, index) => ({
    run_id: `gone-${index}`,
    started_at: new Date(start - index),
  }));
  const workflows = {
    ...quietWorkflows,
    view: async (): Promise<WorkflowView> => await Promise.resolve({ is: 'waiting' }),
    open: async (limit: number, before?: Date) =>
      await Promise.resolve(open.filter(({ started_at }) => !before || started_at < before).slice(0, limit)),
  };
  const visiting = reconcilingOn(db, workflows, minuteMs);
  const told = [];
  for (let visit = 0; visit < 4; visit += 1) told.push((await visiting.reconcile()).done.tell ?? 0);
  expect(told).toEqual([200, 200, 50, 0]);
  expect(new Set(visiting.called.map(([, id]) => id)).size).toBe(450);
});

it('[invariant.reconcile-is-bounded] the workspaces that have something to do are found by an index, however many runs have ended', async () => {
  await park('open', 3);
  await park('ended', 200);
  await db.runs.updateMany(
    { workspace_id: 'ended' },
    { $set: { state: 'closed' }, $unset: { pauses: '', paused_at: '' } },
  );
  const searches: Document[] = [];
  const listen = ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'distinct') searches.push(command);
  };
  db.client.on('commandStarted', listen);
  expect((await findRotations(db)).map(({ workspace_id }) => workspace_id)).toEqual(['open']);
  await findOverdue(db, new Date(), { perWorkspace: 1, total: 1 });
  db.client.off('commandStarted', listen);
  expect(searches).toHaveLength(4);
  for (const { distinct, key, query } of searches) {
    const plan = await db.client
      .db(db.runs.dbName)
      .command({ explain: { distinct, key, query }, verbosity: 'executionStats' });
    expect((plan['executionStats'] as Document)['totalDocsExamined']).toBeLessThanOrEqual(3);
  }
});
