import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runWorkflowId, sweepScheduleId } from '#contract/temporal/names.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { callsOf, confirm, pendingCall } from '../support/acting-run.ts';
import { actingPatch, type Host, publishActing, startHost } from '../support/acting.ts';
import type { ApiClient } from '../support/api-client.ts';
import { converse, settled, startThread } from '#client/conversation.ts';
import { patience } from '../support/patience.ts';
import { type ProcessStack, startProcessStack } from '../support/process-stack.ts';

vi.setConfig(patience);

let stack: ProcessStack;
let host: Host;
beforeAll(async () => {
  // The next round begins at once, so that a test waits for one sweep only.
  stack = await startProcessStack('restore', { RECONCILE_SECONDS: '1' });
});
afterAll(async () => {
  await stack?.stop();
  await host?.stop();
});
beforeEach(async () => {
  await host?.stop();
  host = await startHost();
});

const soon = { timeoutMs: 120_000, everyMs: 100 };
const pay = actingPatch('pay', { wired: { gate: 'confirm' } });

/** A run that is held at the gate, and the call that it is held for. */
interface Held {
  client: ApiClient;
  thread: string;
  run: string;
  call: string;
}

async function holdCall(): Promise<Held> {
  const { client } = await stack.workspace();
  const agent = await publishActing(client, host, [pay]);
  const thread = await startThread(client, agent.id);
  const { id: run } = await converse(client, thread, '/call pay {"amount":12}\n---\n/say {{last}}');
  await untilAllIsTold();
  return { client, thread, run, call: await pendingCall(client, thread) };
}

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
async function restoreMongodb(backup: string, running: ('api' | 'worker')[] = ['api', 'worker']) {
  await Promise.all(running.map(async (name) => await stack.kill(name)));
  await stack.restore('mongodb', backup);
  await Promise.all([stack.restart('api'), stack.restart('worker')]);
}

it('[invariant.stores-agree-again] Temporal restored to before a decision: the decision is carried out, and one that had been carried out is not repeated', async () => {
  const [done, open] = [await holdCall(), await holdCall()];
  const backup = await stack.backUp('temporal');
  await approve(done);
  expect(await settled(done.client, done.run)).toMatchObject({ state: 'closed', reason: 'finished' });
  await stack.kill('worker');
  await approve(open);
  await untilAllIsTold();
  await stack.restore('temporal', backup);
  await stack.restart('worker');
  expect(await settled(open.client, open.run)).toMatchObject({ state: 'closed', reason: 'finished' });
  await untilWorkflowIs(done.run, 'COMPLETED');
  expect(host.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([done.call, open.call]);
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
  expect(await settled(client, held.run)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(host.calls).toHaveLength(1);
});

it('[invariant.stores-agree-again] MongoDB restored to before a message: its run is unknown, and its workflow fails', async () => {
  const { client } = await stack.workspace();
  const agent = await publishActing(client, host, [pay]);
  const thread = await startThread(client, agent.id);
  const backup = await stack.backUp('mongodb');
  const { id: run } = await converse(client, thread, '/call pay {"amount":12}');
  await untilWorkflowIs(run, 'RUNNING');
  await restoreMongodb(backup);
  expect((await client.get(`/v1/loom/runs/${run}`)).status).toBe(404);
  await untilWorkflowIs(run, 'FAILED');
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed', reason: 'finished' });
});

it('[invariant.stores-agree-again] MongoDB restored to before a decision that was not carried out: the call is at its gate again, and made once when it is approved again', async () => {
  const held = await holdCall();
  const backup = await stack.backUp('mongodb');
  await stack.kill('worker');
  await approve(held);
  await untilAllIsTold();
  await restoreMongodb(backup, ['api']);
  expect(await pendingCall(held.client, held.thread)).toBe(held.call);
  await approve(held);
  expect(await settled(held.client, held.run)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(host.calls).toHaveLength(1);
});

it('[invariant.stores-agree-again] MongoDB restored to before an executed payment: it is not made again, and told as unknown', async () => {
  const held = await holdCall();
  const backup = await stack.backUp('mongodb');
  await approve(held);
  expect(await settled(held.client, held.run)).toMatchObject({ state: 'closed' });
  await untilWorkflowIs(held.run, 'COMPLETED');
  await restoreMongodb(backup);
  await waitUntil(async () => (await stack.db.runs.findOne({ _id: held.run }))?.state === 'failed', {
    ...soon,
    what: 'the run has ended',
  });
  expect(await callsOf(held.client, held.run)).toMatchObject([
    { status: 'failed', error: { code: 'outcome_unknown' } },
  ]);
  expect(host.calls).toHaveLength(1);
});

it('[invariant.stores-agree-again] both restored, Temporal to before the run and MongoDB to before its payment: it is asked again, and a second call carries the same key', async () => {
  const beforeRun = await stack.backUp('temporal');
  const held = await holdCall();
  const beforePayment = await stack.backUp('mongodb');
  await approve(held);
  expect(await settled(held.client, held.run)).toMatchObject({ state: 'closed' });
  await Promise.all([stack.kill('api'), stack.kill('worker')]);
  await stack.restore('temporal', beforeRun);
  await restoreMongodb(beforePayment, []);
  await untilWorkflowIs(held.run, 'RUNNING');
  await approve(held);
  expect(await settled(held.client, held.run)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(host.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([held.call, held.call]);
});
