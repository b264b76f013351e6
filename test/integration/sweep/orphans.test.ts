import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { runWorkflowId, workflowTypes } from '#contract/temporal/names.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { actingPatch, type Host, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse, post, publishScripted, settled, startThread } from '../../support/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startService, type TestService } from '../../support/service.ts';
import { sweepingOf, sweepingOn } from '../../support/sweeping.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';

let service: TestService;
let host: Host;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.stop());
beforeEach(async () => {
  host = await startHost();
});
afterEach(async () => await host.stop());

const look = actingPatch('look');
const pay = actingPatch('pay', { wired: { gate: 'confirm' } });

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

it('[run.order.after-lost-workflow] [run.end.no-pending-call] so is one that was paused: its held call is settled, and its gate gone', async () => {
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const { id } = await converse(client, thread, '/call pay {"amount":1}');
  await terminate(id);
  await sweepUntilEnded(id);
  expect(await settled(client, id)).toMatchObject(failedInternally);
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'cancelled' } }]);
  expect(host.calls).toEqual([]);
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('[run.order.after-lost-workflow] so is one that waited for its turn: those behind it keep their places', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const first = await post(client, thread, '/sleep 600000');
  const second = await post(client, thread, 'Second');
  const third = await post(client, thread, 'Third');
  await terminate(second);
  await sweepUntilEnded(second);
  expect(await settled(client, second)).toMatchObject(failedInternally);
  expect((await service.db.threads.findOne({ _id: thread }))?.active_runs).toEqual([first, third]);
  await client.post(`/v1/loom/runs/${first}/cancel`);
  expect(await settled(client, third)).toMatchObject({ state: 'closed', reason: 'finished' });
});

it('[run.order.after-lost-workflow] so is one whose workflow has timed out', async () => {
  const quiet = await startService({
    workflows: {
      ...quietWorkflows,
      start: async ({ run_id, thread_id, agent, seq }) => {
        await quiet.temporal.workflow.start(workflowTypes.run, {
          workflowId: runWorkflowId(run_id),
          taskQueue: quiet.taskQueue,
          args: [{ run_id, thread_id, agent_id: agent.id, seq }],
          workflowExecutionTimeout: '3 seconds',
        });
        return true;
      },
    },
  });
  const { client } = await quiet.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const run = await post(client, thread, '/sleep 600000');
  const { sweep, close } = sweepingOf(quiet);
  const ended = async () => {
    await sweep();
    return (await quiet.db.runs.findOne({ _id: run }))?.state === 'failed';
  };
  await waitUntil(ended, { timeoutMs: 120_000, everyMs: 250, what: 'the sweep has ended the run' });
  expect(await settled(client, run)).toMatchObject(failedInternally);
  await close();
  await quiet.stop();
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
