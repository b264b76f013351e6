import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { applyInput } from '#loom/apply-input.ts';
import type { RunWorkflows } from '#loom/run-workflows.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { loadRun } from '#store/runs/runs.ts';
import { actingPatch, type Host, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, report, startActing } from '../../support/acting-run.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { converse, post, settled } from '../../support/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startService, type TestService } from '../../support/service.ts';
import { makeOverdue } from '../../support/sweeping.ts';

let service: TestService;
let host: Host;
/** As if the API had died, or Temporal had been away, between the write and the signal. */
const lost = async () => await Promise.reject(new Error('Temporal does not answer'));
let start: RunWorkflows['start'];
const workflows: Partial<RunWorkflows> = {
  resume: lost,
  cancel: lost,
  start: async (run) => await start(run),
};
beforeAll(async () => {
  service = await startService({ workflows });
  ({ start } = temporalRunWorkflows(service.temporal, { timeoutMs: 5000, taskQueue: service.taskQueue }));
});
afterAll(async () => await service.stop());
beforeEach(async () => {
  host = await startHost();
});
afterEach(async () => await host.stop());

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

/** Sweeps what is owed: once that is heard, nothing is any more, and the next sweep calls nobody. */
const untilDone = async () => {
  await overdue();
  await sweep();
  const entries = async () => await service.db.runs.countDocuments({ outbox: { $exists: true } });
  await waitUntil(async () => (await entries()) === 0, { timeoutMs: 60_000, what: 'every entry is taken' });
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 0 });
};

it.each([
  ['decision', 'pay', confirm],
  ['outcome', 'sign', report],
] as const)(
  '[invariant.accepted-decision-never-lost] a worker that wakes up late does not pause a run again for a call whose %s was accepted',
  async (_, patch, accept) => {
    const { client, thread } = await startActing(service, { host, patches });
    const { id } = await converse(client, thread, `/call ${patch} {"amount":1}\n---\n/say {{last}}`);
    const ids = { run_id: id, thread_id: thread, turn_count: 1 };
    const before = await loadRun(service.db, ids);
    const tool_call_id = await pendingCall(client, thread);
    expect((await accept(client, id, tool_call_id)).status).toBe(202);
    // Its read of the calls came before the write, and that of the run after it.
    const after = await loadRun(service.db, ids);
    if (before === null || after === null) throw new Error('the run is gone');
    const torn = { ...after, calls: before.calls };
    const held = { type: 'call_held', tool_call_id, pause_ttl_seconds: 60 } as const;
    expect(await applyInput(service.db, ids, held, torn)).toMatchObject({ outcome: 'unchanged' });
    await untilDone();
    expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'finished' });
    expect(await callsOf(client, id)).toMatchObject([{ status: 'ok' }]);
  },
);

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

it('[fault.temporal-down] [invariant.accepted-decision-never-lost] so are an answer, an outcome, and a rejection', async () => {
  const { client, thread } = await startActing(service, { patches });
  const script = '/call ask_user {"question":"?"}\n/call sign {}\n/call pay {}';
  const { id } = await converse(client, thread, script);
  await post(client, thread, 'yes');
  await overdue();
  await sweep();
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_outcome' });
  await report(client, id, await pendingCall(client, thread), 'failed');
  await overdue();
  await sweep();
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
  await confirm(client, id, await pendingCall(client, thread), 'reject');
  await overdue();
  await sweep();
  expect(await settled(client, id)).toMatchObject({
    state: 'closed',
    message: { content: 'Done.\n{"answer":"yes"}\n{"state":"failed"}\n{"declined":true}' },
  });
});

it('[invariant.decision-seen-once] a decision that is signalled again and again is acted on once, also while the run waits at its next gate', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(
    client,
    thread,
    '/call pay {"amount":1}\n/call pay {"amount":2}\n---\n/say ok',
  );
  await confirm(client, id, await pendingCall(client, thread));
  for (let again = 0; again < 3; again += 1) {
    await overdue();
    await sweep();
  }
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
  const workflow = service.temporal.workflow.getHandle(`run-${id}`);
  const [first] = await service.db.tool_calls.find({ run_id: id }).sort({ index: 1 }).toArray();
  for (let again = 0; again < 5; again += 1) {
    const directive = { next: 'execute', calls: [{ tool_call_id: first?._id, patch_ref: 'pay@1' }] };
    await workflow.signal('resumed', { tool_call_id: first?._id, directive });
  }
  await confirm(client, id, await pendingCall(client, thread));
  await overdue();
  await sweep();
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'ok' } });
  expect(host.calls.map(({ body }) => body)).toEqual([{ amount: 1 }, { amount: 2 }]);
  const types = (await eventsOf(service.db, id)).map(({ type }) => type);
  expect(types.filter((type) => type === 'tool_call.completed')).toHaveLength(2);
});

it('[run.cancel.paused] [invariant.accepted-decision-never-lost] a paused run whose cancellation was not signalled ends its workflow by the sweep, which is then done with it', async () => {
  const { client, thread } = await startActing(service, { patches });
  const { id } = await converse(client, thread, '/call pay {}');
  await client.post(`/v1/loom/runs/${id}/cancel`);
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'cancelled' } }]);
  await overdue();
  expect(await sweep()).toMatchObject({ runs: 1 });
  expect((await closedWorkflow(service.temporal, id)).status.name).toBe('CANCELLED');
  await untilDone();
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

it('[invariant.accepted-decision-never-lost] a run that cannot be woken keeps no other from it', async () => {
  const { client, thread } = await startActing(service, { patches });
  const stuck = await converse(client, thread, '/call sign {}');
  const { id } = await converse(client, thread, '/call ask_user {"question":"?"}\n---\n/say ok');
  // What is stored of it makes no sense: no pause, and nothing to do.
  await service.db.runs.updateOne(
    { _id: stuck.id },
    { $set: { outbox: { kind: 'resume', tool_call_id: stuck.id, version: -1, due_at: new Date(0) } } },
  );
  await service.db.threads.updateOne({ _id: thread }, { $pull: { pauses: { type: 'outcome' } } });
  await post(client, thread, 'yes');
  await overdue();
  await sweep();
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'ok' } });
  await service.db.runs.updateOne({ _id: stuck.id }, { $unset: { outbox: '' } });
});
