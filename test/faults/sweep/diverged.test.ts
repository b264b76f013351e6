import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { restartDiverged } from '#adapters/temporal/restart-diverged.ts';
import { erasureWorkflowId, runWorkflowId, workflowTypes } from '#contract/temporal/names.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { callsOf, confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { divergeNext, lastBuildOf, startDiverged } from '../../support/diverge.ts';
import { erase, erased } from '../../support/erasures.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { reconcilingOf } from '../../support/reconciling.ts';
import { sweepingOf } from '../../support/sweeping.ts';
import { sharedService, startService } from '../../support/service.ts';

/** A worker of the same code has the same build. */
const working = sharedService();
const service = perTest(async () => await startService({ worker: false }));
const host = perFile(startHost);

async function build(): Promise<string> {
  const { client } = await working.workspace({ subject: 'ada' });
  const { id } = await converse(client, await startThread(client), 'Hello');
  return await lastBuildOf(working.temporal, runWorkflowId(id));
}

it('[invariant.stores-agree-again] a run whose history has diverged from its code begins anew, and its approved call is made once', async () => {
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const id = await post(client, thread, '/call pay {"amount":1}\n---\n/say paid');
  await divergeNext(service.temporal, service.taskQueue, await build());
  await service.startWorker();
  const { reconcile, called } = reconcilingOf(service);
  await expect.poll(async () => (await reconcile()).done).toEqual({ restart: 1 });
  expect(called).toContainEqual(['restart', id]);
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
  expect((await confirm(client, id, await pendingCall(client, thread))).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'paid' } });
  expect(await callsOf(client, id)).toMatchObject([{ status: 'ok' }]);
  expect(host.calls).toHaveLength(1);
});

it('[invariant.stores-agree-again] a workflow that was started eagerly begins anew, too', async () => {
  const run_id = randomUUID();
  const input = { run_id, workspace_id: run_id, thread_id: run_id, agent_id: 'agent_none', seq: 1 };
  const { temporal, taskQueue } = service;
  const workflow = { workflowId: runWorkflowId(run_id), type: workflowTypes.run, taskQueue, input };
  await startDiverged(temporal, workflow, await build());
  await service.startWorker();
  await expect.poll(async () => await restartDiverged(temporal, run_id, 10_000)).toBe(true);
});

it('[erasure.goes-on] an erasure whose history has diverged from its code is begun anew by the sweep', async () => {
  const { client } = await service.workspace();
  const { id } = (await erase(client, 'ada')).data;
  await divergeNext(service.temporal, service.taskQueue, await build());
  await service.startWorker();
  const handle = service.temporal.workflow.getHandle(erasureWorkflowId(id));
  await expect.poll(async () => (await handle.describe()).status.name).toBe('FAILED');
  await service.db.erasures.updateOne({ _id: id }, { $set: { due_at: new Date(0) } });
  await sweepingOf(service).sweep();
  expect(await erased(client, id)).toMatchObject({ status: 'completed' });
});
