import { expect, it } from 'vitest';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { applyInput } from '#engine/steps/apply-input.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startService } from '../../support/service.ts';
import { makeOverdue, sweepingOf, sweepingOn } from '../../support/sweeping.ts';
import { engineOn } from '../../support/engine-on.ts';
import { untilLooked } from '../../support/looked-run.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const service = perFile(startService);
const host = perTest(startHost);
const look = actingPatch('look');

const terminate = async (run: string) =>
  await service.temporal.workflow.getHandle(runWorkflowId(run)).terminate('by an operator');

/** Sweeps until the run has ended: Temporal lists what has ended some seconds late. Nothing else is owed. */
async function sweepUntilEnded(run: string): Promise<void> {
  const { sweep, close } = sweepingOf(service);
  let from: string | undefined;
  const ended = async () => {
    ({ looked_until: from } = await sweep(from));
    const stored = await service.db.runs.findOne({ _id: run });
    return stored?.state === 'failed' || stored?.state === 'closed';
  };
  await waitUntil(ended, { timeoutMs: 120_000, everyMs: 250, what: 'the sweep has ended the run' });
  await close();
}

const failedInternally = { state: 'failed', error: { code: 'internal_error' } };

it('a run whose workflow an operator cancels is cancelled, and its thread free', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const run = await post(client, thread, '/sleep 600000');
  await service.temporal.workflow.getHandle(runWorkflowId(run)).cancel();
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('[run.order.after-lost-workflow] [run.end.no-pending-call] a run whose workflow was terminated while a later turn worked is failed by the sweep, and the next on its thread goes on', async () => {
  const { client, thread } = await startActing(service, { host, patches: [look] });
  const run = await post(client, thread, '/call look {}\n---\n/sleep 600000');
  const next = await post(client, thread, 'Hello');
  await waitUntil(async () => (await callsOf(client, run)).some(({ status }) => status === 'ok'), {
    timeoutMs: 120_000,
    what: 'the first turn is over',
  });
  await terminate(run);
  await sweepUntilEnded(run);
  expect(await settled(client, run)).toMatchObject(failedInternally);
  expect(await callsOf(client, run)).toMatchObject([{ status: 'ok' }]);
  expect((await eventsOf(service.db, run)).at(-1)).toMatchObject({ type: 'run.failed' });
  expect(await settled(client, next)).toMatchObject({ state: 'closed', reason: 'finished' });
});

it('[operations.workflow-status] a run whose workflow Failed because the run did is not taken for one that was lost', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const since = new Date(Date.now() - 60_000);
  const agent = await publishScripted(client, { limits: { max_turns: 1, pause_ttl_seconds: 60 } });
  const run = await converse(client, await startThread(client, agent.id), '/call unknown {}');
  expect(run).toMatchObject({ state: 'failed', error: { code: 'turn_limit' } });
  const { temporal, taskQueue } = service;
  const { endedFromOutside } = temporalRunWorkflows(temporal, { timeoutMs: 5000, taskQueue });
  const listed = async () => (await endedFromOutside(since, 100)).map(({ run_id }) => run_id);
  await expect.poll(listed).toContain(run.id);
  const events = await eventsOf(service.db, run.id);
  const { sweep, logs, close } = sweepingOf(service);
  expect(await sweep()).toMatchObject({ orphans: 0 });
  expect(logs).toEqual([]);
  expect(await settled(client, run.id)).toEqual(run);
  expect(await eventsOf(service.db, run.id)).toEqual(events);
  await close();
});

it('[run.order.after-lost-workflow] any number of workflows that ended together are looked at in one sweep', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), '/sleep 600000');
  const start = Date.now() - 5000;
  // 450 in the same second, the run that is open last.
  const all = Array.from({ length: 450 }, (_, index) => ({
    run_id: index === 449 ? run : `gone-${index}`,
    closed_at: new Date(start + index),
  }));
  const workflows = {
    ...quietWorkflows,
    // It has ended.
    start: async () => await Promise.resolve(false),
    endedFromOutside: async (since: Date, limit: number) =>
      await Promise.resolve(all.filter(({ closed_at }) => closed_at > since).slice(0, limit)),
  };
  const { sweep, close } = sweepingOn(service.db, workflows);
  const { orphans, looked_until } = await sweep(new Date(start).toISOString());
  expect(orphans).toBe(1);
  expect(Date.parse(looked_until ?? '')).toBeGreaterThan(start + 449);
  expect(await settled(client, run)).toMatchObject(failedInternally);
  await close();
});

it('[run.order.let-in] the next run on a thread gets the thread lock from the sweep if nobody has signalled that the one before it has ended', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const first = await post(client, thread, '/sleep 600000');
  const next = await post(client, thread, 'Hello');
  await untilLooked(service.temporal, next);
  await terminate(first);
  await applyInput(engineOn(service.db), { run_id: first, thread_id: thread }, { type: 'workflow_lost' });
  const stored = await service.db.threads.findOne({ _id: thread });
  expect(stored?.outbox).toMatchObject({ kind: 'lockGranted', run_id: next });
  await makeOverdue(service.db);
  const { sweep, called, close } = sweepingOf(service);
  await sweep();
  expect(called).toContainEqual(['grantLock', next]);
  expect(await settled(client, next)).toMatchObject({ state: 'closed', reason: 'finished' });
  await close();
  expect((await service.db.threads.findOne({ _id: thread }))?.outbox).toBeUndefined();
});
