import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runWorkflowId, sweepScheduleId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { callsOf, confirm, pendingCall } from '../support/acting-run.ts';
import { actingPatch, type Host, publishActing, startHost } from '../support/acting.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { patience, waitMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';
import { startStackWithServers } from '../support/process-stack.ts';

vi.setConfig(patience);

// The next round begins at once, so that a test waits for one sweep only.
const stack = perFile(() => startStackWithServers('restore', { RECONCILE_SECONDS: '1' }));
const hosts: Host[] = [];
afterAll(async () => await Promise.all(hosts.map(async (host) => await host.stop())));

const soon = { timeoutMs: waitMs, everyMs: 100 };
const pay = actingPatch('pay', { wired: { gate: 'confirm' } });

/** A thread whose agent pays at a host of its own. */
async function newThread() {
  const host = await startHost();
  hosts.push(host);
  const { client } = await stack.workspace();
  const agent = await publishActing(client, host, [pay]);
  return { host, client, thread: await startThread(client, agent.id) };
}

/** One with a run that is held at the gate, and the call that it is held for. */
async function holdCall() {
  const started = await newThread();
  const { client, thread } = started;
  const { id: run } = await converse(client, thread, '/call pay {"amount":12}\n---\n/say {{last}}');
  await untilAllIsTold();
  return { ...started, run, call: await pendingCall(client, thread) };
}
type Held = Awaited<ReturnType<typeof holdCall>>;

/** Temporal has accepted everything: what it loses now, the outbox does not make up for. */
async function untilAllIsTold(): Promise<void> {
  const { runs, threads } = stack.db;
  const toTell = async () =>
    (await runs.countDocuments({ outbox: { $exists: true } })) +
    (await threads.countDocuments({ outbox: { $exists: true } }));
  await waitUntil(async () => (await toTell()) === 0, { ...soon, what: 'Temporal has accepted everything' });
}

async function approve({ client, run, call }: Held): Promise<void> {
  expect((await confirm(client, run, call)).status).toBe(202);
}

async function untilWorkflowIs(run: string, status: string): Promise<void> {
  const workflow = stack.temporal.workflow.getHandle(runWorkflowId(run));
  const is = async () => (await workflow.describe().catch(() => undefined))?.status.name === status;
  await waitUntil(is, { ...soon, what: `the workflow is ${status}` });
}

/** As an operator does: nothing of the service runs while MongoDB is restored. */
async function restoreMongodb(backup: string) {
  await Promise.all([stack.kill('api'), stack.kill('worker')]);
  await stack.restore('mongodb', backup);
  await Promise.all([stack.restart('api'), stack.restart('worker')]);
}

const closed = { state: 'closed', reason: 'finished' };
const keys = (of: Held) => of.host.calls.map(({ headers }) => headers['idempotency-key']);

let done: Held;
let open: Held;
let earlier: string;
beforeAll(async () => {
  [done, open] = await Promise.all([holdCall(), holdCall()]);
  earlier = await stack.backUp('temporal');
});

it('[invariant.stores-agree-again] Temporal restored to before a decision: the decision is carried out, and one that had been carried out is not repeated', async () => {
  await approve(done);
  expect(await settled(done.client, done.run)).toMatchObject(closed);
  await stack.kill('worker');
  await approve(open);
  await untilAllIsTold();
  await stack.restore('temporal', earlier);
  await stack.restart('worker');
  expect(await settled(open.client, open.run)).toMatchObject(closed);
  await untilWorkflowIs(done.run, 'COMPLETED');
  expect([keys(done), keys(open)]).toEqual([[done.call], [open.call]]);
});

it('[invariant.stores-agree-again] [operations.sweep-schedule] Temporal lost while workers run: the sweep comes back, and what waited goes on', async () => {
  const held = await holdCall();
  const { client, thread } = held;
  await stack.restore('temporal');
  const schedule = stack.temporal.schedule.getHandle(sweepScheduleId);
  await waitUntil(async () => (await schedule.describe().catch(() => undefined)) !== undefined, {
    ...soon,
    what: 'there is a schedule again',
  });
  await untilWorkflowIs(held.run, 'RUNNING');
  expect(await converse(client, await startThread(client), 'Hello')).toMatchObject({ state: 'closed' });
  expect(await pendingCall(client, thread)).toBe(held.call);
  await approve(held);
  expect(await settled(client, held.run)).toMatchObject(closed);
  expect(keys(held)).toEqual([held.call]);
});

describe('MongoDB is restored', () => {
  let started: Awaited<ReturnType<typeof newThread>>;
  let approved: Held;
  let executed: Held;
  let run: string;

  // One restore, which takes its time, is of all.
  beforeAll(async () => {
    [started, approved, executed] = await Promise.all([newThread(), holdCall(), holdCall()]);
    const backup = await stack.backUp('mongodb');
    ({ id: run } = await converse(started.client, started.thread, '/call pay {"amount":12}'));
    await approve(executed);
    await settled(executed.client, executed.run);
    await untilWorkflowIs(executed.run, 'COMPLETED');
    await untilWorkflowIs(run, 'RUNNING');
    await stack.kill('worker');
    await approve(approved);
    await untilAllIsTold();
    await restoreMongodb(backup);
  });

  it('[invariant.stores-agree-again] to before a message: its run is unknown, and its workflow fails', async () => {
    const { client, thread } = started;
    expect((await client.get(`/v1/loom/runs/${run}`)).status).toBe(404);
    await untilWorkflowIs(run, 'FAILED');
    expect(await converse(client, thread, 'Hello')).toMatchObject(closed);
  });

  it('[invariant.stores-agree-again] to before a decision that was not carried out: the call is at its gate again, and made once when it is approved again', async () => {
    expect(await pendingCall(approved.client, approved.thread)).toBe(approved.call);
    await approve(approved);
    expect(await settled(approved.client, approved.run)).toMatchObject(closed);
    expect(keys(approved)).toEqual([approved.call]);
  });

  it('[invariant.stores-agree-again] to before an executed payment: it is not made again, and told as unknown', async () => {
    await waitUntil(async () => (await stack.db.runs.findOne({ _id: executed.run }))?.state === 'failed', {
      ...soon,
      what: 'the run has ended',
    });
    expect(await callsOf(executed.client, executed.run)).toMatchObject([
      { status: 'failed', error: { code: 'outcome_unknown' } },
    ]);
    expect(keys(executed)).toEqual([executed.call]);
  });
});

it('[invariant.stores-agree-again] both restored, Temporal to before the run and MongoDB to before its payment: it is asked again, and a second call carries the same key', async () => {
  const held = await holdCall();
  const beforePayment = await stack.backUp('mongodb');
  await approve(held);
  expect(await settled(held.client, held.run)).toMatchObject({ state: 'closed' });
  await Promise.all([stack.kill('api'), stack.kill('worker')]);
  await stack.restore('temporal', earlier);
  await restoreMongodb(beforePayment);
  await untilWorkflowIs(held.run, 'RUNNING');
  await approve(held);
  expect(await settled(held.client, held.run)).toMatchObject(closed);
  expect(keys(held)).toEqual([held.call, held.call]);
});
