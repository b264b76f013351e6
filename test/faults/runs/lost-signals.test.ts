import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import type { RunWorkflows } from '#engine/ports/run-workflows.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { converse, messagesOf, post, settled, startThread } from '#clients/raw/conversation.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';
import { makeOverdue } from '../../support/sweeping.ts';

const service = perFile(() => startService({ workflows }));
const host = perTest(startHost);
/** As if the API had died, or Temporal had been away, between the write and the signal. */
const lost = async () => await Promise.reject(new Error('Temporal does not answer'));
let start: RunWorkflows['start'];
let startIsLost = false;
const workflows: Partial<RunWorkflows> = {
  resume: lost,
  cancel: lost,
  start: async (run) => await (startIsLost ? lost() : start(run)),
};
beforeAll(() => {
  ({ start } = temporalRunWorkflows(service.temporal, { timeoutMs: 5000, taskQueue: service.taskQueue }));
});

const patches = [
  actingPatch('pay', { wired: { gate: 'confirm' } }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];

let sweeps = 0;
const sweep = async () =>
  await service.temporal.workflow.execute('sweep', {
    taskQueue: service.taskQueue,
    workflowId: `sweep-${service.taskQueue}-${(sweeps += 1)}`,
  });

/** As if so much time had gone by. */
const overdue = async () => await makeOverdue(service.db);

/** Sweeps pending signals: once one is delivered, none is left, and the next sweep signals nobody. */
const untilDone = async () => {
  await overdue();
  await sweep();
  const entries = async () => await service.db.runs.countDocuments({ outbox: { $exists: true } });
  await waitUntil(async () => (await entries()) === 0, { timeoutMs: 60_000, what: 'every entry is taken' });
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 0 });
};

it('[invariant.accepted-decision-never-lost] a decision whose signal was lost is delivered by the sweep, and acted on once', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, '/call pay {"amount":1}\n---\n/say {{last}}');
  const accepted = await confirm(client, id, await pendingCall(client, thread));
  expect([accepted.status, accepted.data]).toEqual([202, { run_id: id, state: 'running' }]);
  // Not due yet, however slow this machine is: the API may still be about to signal.
  const notDue = { $set: { 'outbox.due_at': new Date(Date.now() + 3_600_000) } };
  await service.db.runs.updateOne({ _id: id, 'outbox.kind': 'resume' }, notDue);
  expect(await sweep()).toMatchObject({ runs: 0 });
  expect(host.calls).toEqual([]);
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 1 });
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: '{"ok":true}' } });
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 0 });
  expect(host.calls).toHaveLength(1);
});

it('[fault.temporal-down] [run.cancel.accepted] a run that works and whose cancellation was not signalled is cancelled by the sweep', async () => {
  const { client, thread } = await startActing(service);
  const id = await post(client, thread, '/sleep 600000');
  await client.post(`/v1/loom/runs/${id}/cancel`);
  await overdue();
  await sweep();
  expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  await untilDone();
});

it('[invariant.unstarted-run-is-swept] a message whose workflow was not started is answered once, by the sweep', async () => {
  startIsLost = true;
  onTestFinished(() => void (startIsLost = false));
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const postedAt = Date.now();
  const run = await post(client, thread, 'Hello');
  const stored = await service.db.runs.findOne({ _id: run });
  expect(Number(stored?.outbox?.due_at)).toBeGreaterThan(postedAt);
  // Not due yet: the API may still be about to start it. On a slow machine it would be due by now.
  const inAnHour = new Date(Date.now() + 3_600_000);
  await service.db.runs.updateOne({ _id: run }, { $set: { 'outbox.due_at': inAnHour } });
  expect(await sweep()).toMatchObject({ runs: 0 });
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 1, failed: 0 });
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    message: { content: 'You said: Hello' },
  });
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 0 });
  expect((await messagesOf(client, thread)).map(({ content }) => content)).toEqual([
    'Hello',
    'You said: Hello',
  ]);
});
