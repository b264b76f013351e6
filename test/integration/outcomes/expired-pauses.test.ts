import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Run } from '#contract/run.ts';
import { workflowTypes } from '#contract/temporal/names.ts';
import { directiveOf } from '#engine/rules/directive.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing, threadOf, traceOf } from '../../support/acting-run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { ageNextApproval } from '../../support/age-approval.ts';
import { eventsOf } from '../../support/events.ts';
import { lapsePause } from '../../support/lapse-pause.ts';
import { callEvents } from '../../support/lost-attempt.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const service = sharedService();
const host = perFile(startHost);
beforeEach(() => {
  host.calls.length = 0;
});

const patches = [
  actingPatch('pay', { wired: { gate: 'confirm' } }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];

/** A run whose pause is over, though its workflow still waits. */
async function lapsed(script: string) {
  const acting = await startActing(service, { host, patches });
  const { id } = await converse(acting.client, acting.thread, `${script}\n---\n/say {{last}}`);
  return {
    ...acting,
    id,
    lapse: async () => {
      await lapsePause(service.db, id);
    },
  };
}

it('[pause.expiry.is-a-rule] an approval that comes too late is refused, and nothing is sent', async () => {
  const { client, thread, id, lapse } = await lapsed('/call pay {"amount":1}');
  const call = await pendingCall(client, thread);
  await lapse();
  expect(verdict(await confirm(client, id, call))).toEqual([404, 'unknown_confirmation']);
  expect((await client.get<Run>(`/v1/loom/runs/${id}`)).data).toMatchObject({
    state: 'closed',
    reason: 'expired',
  });
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'expired' } }]);
  expect(host.calls).toEqual([]);
});

it('[pause.expiry.is-a-rule] what is over is offered nowhere, and what is not over still is', async () => {
  const { client, thread, id, lapse } = await lapsed('/call sign {}');
  const { id: young } = await converse(client, thread, '/call sign {}');
  const listed = async () => {
    const [{ data: approvals }, { data: run }, shown] = await Promise.all([
      client.get<{ run_id: string }[]>('/v1/loom/approvals'),
      client.get<Run>(`/v1/loom/runs/${id}`),
      threadOf(client, thread),
    ]);
    return [
      approvals.map(({ run_id }) => run_id),
      run.pending?.run_id,
      shown.pending_action?.run_id,
      (await client.get<Run[]>('/v1/loom/runs')).data.map(({ pending }) => pending?.run_id),
    ];
  };
  expect(await listed()).toEqual([[id, young], id, id, [young, id]]);
  await lapse();
  expect(await listed()).toEqual([[young], undefined, young, [young, undefined]]);
});

it('[pause.expiry.from-the-stored-instant] a workflow that gets to a pause after it is over ends it at once', async () => {
  const { client, thread, agent, id, lapse } = await lapsed('/call pay {"amount":1}');
  await lapse();
  const stored = await loadRun(runPorts(service.db, service.keyring).store, {
    run_id: id,
    thread_id: thread,
  });
  if (stored === null) throw new Error('there is no run');
  const directive = directiveOf(stored);
  expect(directive).toMatchObject({ next: 'pause', expires_at: expect.any(String) });
  // It continues after an outage; the first one still waits.
  const end = await service.temporal.workflow.execute(workflowTypes.run, {
    workflowId: `late-${id}`,
    taskQueue: service.taskQueue,
    args: [{ run_id: id, thread_id: thread, agent_id: agent.id, seq: stored.run.seq, directive }],
  });
  expect(end).toMatchObject({ next: 'end', reason: 'expired' });
  expect(await traceOf(client, id)).toMatchObject({ state: 'closed', reason: 'expired' });
});

it('[confirm.late-execution] a call that could not be sent within an hour of its approval goes back to its gate, and is sent after the next one', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, '/call pay {"amount":1}\n---\n/say paid');
  const call = await pendingCall(client, thread);
  const first = (await threadOf(client, thread)).pending_confirmation;
  onTestFinished(ageNextApproval(service.db, call));
  expect((await confirm(client, id, call)).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
  expect(host.calls).toEqual([]);
  const second = (await threadOf(client, thread)).pending_confirmation;
  expect(second).toMatchObject({ tool_call_id: call, summary: first?.summary });
  expect(Date.parse(second?.created_at ?? '')).toBeGreaterThan(Date.parse(first?.created_at ?? ''));
  expect(Date.parse(second?.expires_at ?? '')).toBeGreaterThan(Date.parse(first?.expires_at ?? ''));
  const [held] = await callsOf(client, id);
  expect(held).toMatchObject({ status: 'pending', lapsed_decisions: [{ decision: 'approve' }] });
  expect(held).not.toHaveProperty('decision');
  await confirm(client, id, call);
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'paid' } });
  expect(host.calls).toHaveLength(1);
  expect(await callsOf(client, id)).toMatchObject([
    { status: 'ok', decision: { decision: 'approve' }, lapsed_decisions: [{ decision: 'approve' }] },
  ]);
  const types = (await eventsOf(service.db, id)).map(({ type }) => type);
  expect(types.filter((type) => type === 'write.confirmation_requested')).toHaveLength(2);
  expect(await callEvents(service.db, id)).toEqual({ started: [call], completed: [call] });
});
