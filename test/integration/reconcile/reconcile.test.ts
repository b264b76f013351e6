import { beforeEach, expect, it } from 'vitest';
import type { Client } from '@temporalio/client';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { applyInput } from '#engine/steps/apply-input.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { backUp } from '../../support/backup.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { untilLooked } from '../../support/looked-run.ts';
import { reconcilingOf } from '../../support/reconciling.ts';
import { startService } from '../../support/service.ts';
import { engineOn } from '../../support/engine-on.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const service = perFile(startService);
const host = perTest(startHost);
beforeEach(async () => {
  await service.db.rotations.deleteMany({});
});

const look = actingPatch('look');
const pay = actingPatch('pay', { wired: { gate: 'confirm' } });

/** Compares until there is something to do: a workflow may still be busy with how it came to wait. */
async function reconcileUntil(done: object, reconciling = reconcilingOf(service)) {
  await expect.poll(async () => (await reconciling.reconcile()).done).toEqual(done);
  return reconciling;
}

/** Stores an input that Temporal has accepted and then lost, so that neither workflow nor outbox know of it. */
async function storeOnly(run_id: string, thread_id: string, input: Input): Promise<void> {
  await untilNothingIsToTell();
  await applyInput(engineOn(service.db), { run_id, thread_id }, input);
  await service.db.runs.updateOne({ _id: run_id }, { $unset: { outbox: '' } });
  await service.db.threads.updateOne({ _id: thread_id }, { $unset: { outbox: '' } });
}

async function untilNothingIsToTell(): Promise<void> {
  const hasOutbox = { outbox: { $exists: true } };
  await expect.poll(async () => await service.db.runs.countDocuments(hasOutbox)).toBe(0);
}

/** Temporal loses the workflow of a run. */
async function loseWorkflow(temporal: Client, run: string): Promise<void> {
  const { workflowService, options } = temporal;
  const workflowId = runWorkflowId(run);
  await workflowService.deleteWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId },
  });
  const { view } = reconcilingOf(service).workflows;
  await waitUntil(async () => (await view(run)).is === 'unknown', {
    timeoutMs: 60_000,
    what: 'Temporal has deleted the workflow',
  });
}

const by = { actor: 'ada', via: 'token' as const, request_id: 'request' };

it('[invariant.stores-agree-again] a decision of which Temporal knows nothing any more is carried out, once', async () => {
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const { id } = await converse(client, thread, '/call pay {"amount":1}');
  const tool_call_id = await pendingCall(client, thread);
  await storeOnly(id, thread, { type: 'decision', tool_call_id, decision: 'approve', ...by });
  const { called, reconcile } = await reconcileUntil({ tell: 1 });
  expect(called).toEqual([['lookAgain', id]]);
  expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(host.calls).toHaveLength(1);
  await closedWorkflow(service.temporal, id);
  expect((await reconcile()).done).toEqual({});
});

it('[invariant.stores-agree-again] a run whose workflow Temporal has lost goes on where it was: its approved call is made once', async () => {
  const { client, thread } = await startActing(service, { host, patches: [look, pay] });
  const { id } = await converse(client, thread, '/call look {}\n---\n/call pay {"amount":1}\n---\n/say done');
  await untilNothingIsToTell();
  await loseWorkflow(service.temporal, id);
  const { called } = await reconcileUntil({ start: 1 });
  expect(called).toEqual([['start', id]]);
  expect((await confirm(client, id, await pendingCall(client, thread))).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'done' } });
  expect(host.calls).toHaveLength(2);
});

it('[invariant.stores-agree-again] [run.order.after-lost-workflow] a run whose workflow was ended is ended although visibility never lists it, by a clock that is a day ahead', async () => {
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const { id } = await converse(client, thread, '/call pay {"amount":1}');
  await untilNothingIsToTell();
  await service.temporal.workflow.getHandle(runWorkflowId(id)).terminate('by an operator');
  const unseen = {
    endedFromOutside: async () => await Promise.resolve([]),
    open: async () => await Promise.resolve([]),
  };
  await reconcilingOf(service, unseen, () => new Date(Date.now() + 86_400_000)).reconcile();
  expect(await settled(client, id)).toMatchObject({ state: 'failed', error: { code: 'internal_error' } });
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'cancelled' } }]);
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('[invariant.stores-agree-again] [tool-call.outcome-unknown.restored] a payment of a run that had closed before MongoDB was restored is told as unknown, and not made again', async () => {
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const { id } = await converse(client, thread, '/call pay {"amount":1}\n---\n/say done');
  await untilNothingIsToTell();
  const restore = await backUp(service.db, thread, id);
  await confirm(client, id, await pendingCall(client, thread));
  expect(await settled(client, id)).toMatchObject({ state: 'closed' });
  await closedWorkflow(service.temporal, id);
  await restore();
  await reconcileUntil({ end: 1 });
  // The API remembers how the run had ended, as long as it is not restarted.
  const { runs, tool_calls } = service.db;
  expect(await runs.findOne({ _id: id })).toMatchObject({ error: { code: 'internal_error' } });
  expect(await tool_calls.find({ run_id: id }).toArray()).toMatchObject([
    { status: 'failed', error: { code: 'outcome_unknown' } },
  ]);
  expect(host.calls).toHaveLength(1);
});

it('[invariant.sweep-is-quiet] while nothing is lost nobody is signalled: neither a paused run, nor a long turn, nor a waiting run', async () => {
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  await converse(client, thread, '/call pay {"amount":1}');
  const plain = await startThread(client);
  const long = await post(client, plain, '/sleep 600000');
  const waiting = await post(client, plain, 'Hello');
  await untilLooked(service.temporal, waiting);
  await untilNothingIsToTell();
  const reconciling = reconcilingOf(service);
  const { failed, done } = await reconciling.reconcile();
  expect([failed, done]).toEqual([0, {}]);
  expect(reconciling.viewed).toEqual(expect.arrayContaining([long, waiting]));
  expect([reconciling.called, reconciling.logs]).toEqual([[], []]);
  await client.post(`/v1/loom/runs/${long}/cancel`);
  await settled(client, waiting);
});
