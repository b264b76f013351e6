import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { actingPatch, type Host, json, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { converse, post, settled } from '../../support/conversation.ts';
import { callEvents, loseAttempt, storedCalls } from '../../support/lost-attempt.ts';
import { startService, type TestService } from '../../support/service.ts';

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

const cancel = async (client: ApiClient, run: string) =>
  expect((await client.post(`/v1/loom/runs/${run}/cancel`)).status).toBe(202);
const cancelled = { state: 'closed', terminal: true, reason: 'cancelled' };

it('[run.cancel.sent-call] [tool-call.events.paired] of calls side by side each keeps its result, whichever ends first after the cancel', async () => {
  const patches = ['first', 'second', 'third'].map((key) => actingPatch(key, { timeout_seconds: 300 }));
  const { client, thread } = await startActing(service, { host, patches });
  const answers = new Map<string, () => void>();
  const all = Promise.withResolvers<void>();
  host.answer = ({ path }, response) => {
    answers.set(path, () => json(response, path === '/second' ? 400 : 200, { path }));
    if (answers.size === 3) all.resolve();
  };
  const run = await post(client, thread, '/call first {}\n/call second {}\n/call third {}\n---\n/say never');
  await all.promise;
  await cancel(client, run);
  for (const path of ['/third', '/second', '/first']) {
    answers.get(path)?.();
    // The next one answers only when what this one brought is stored.
    await expect
      .poll(async () => (await storedCalls(service.db, run)).find(({ name }) => `/${name}` === path)?.status)
      .not.toBe('pending');
  }
  expect(await settled(client, run)).toMatchObject(cancelled);
  expect(await callsOf(client, run)).toMatchObject([
    { status: 'ok', result: { path: '/first' } },
    { status: 'failed', error: { code: 'host_error' } },
    { status: 'ok', result: { path: '/third' } },
  ]);
  const { started, completed } = await callEvents(service.db, run);
  expect(completed).toEqual(started);
  expect(completed).toHaveLength(3);
});

it('[run.cancel.sent-call] [tool-call.outcome-unknown.after-its-time] a call whose worker has died is unknown when its time is over, and not before, nor cancelled', async () => {
  const patches = [actingPatch('pay', { wired: { gate: 'confirm' } })];
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, '/call pay {}\n---\n/say never');
  const call = await pendingCall(client, thread);
  // Far longer than it takes to cancel the run.
  const { until } = await loseAttempt(service.db, id, { forMs: 15_000 });
  await confirm(client, id, call);
  await cancel(client, id);
  const run = await settled(client, id);
  expect(run).toMatchObject(cancelled);
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'outcome_unknown' } }]);
  const [stored] = await storedCalls(service.db, id);
  expect(stored?.finished_at?.getTime()).toBeGreaterThanOrEqual(until.getTime());
  expect(host.calls).toEqual([]);
  const { started, completed } = await callEvents(service.db, id);
  expect([started, completed]).toEqual([[call], [call]]);
});

it.each([429, 503])(
  '[run.cancel.host-asks-for-patience] while a host that answered %s asks for a minute the run is cancelled, and its call tells what the host said',
  async (status) => {
    const patches = [actingPatch('pay', { reliability: { idempotent: false, retry: 'safe' } })];
    const { client, thread } = await startActing(service, { host, patches });
    host.answer = (_, response) => json(response, status, {}, { 'retry-after': '60' });
    const id = await post(client, thread, '/call pay {}\n---\n/say never');
    await expect
      .poll(async () => (await storedCalls(service.db, id))[0]?.sending)
      .toMatchObject({ in_flight: false });
    await cancel(client, id);
    expect(await settled(client, id)).toMatchObject(cancelled);
    expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'host_error' } }]);
    expect(host.calls).toHaveLength(1);
    expect((await closedWorkflow(service.temporal, id)).status.name).toBe('CANCELLED');
    // It did not wait for the minute to be over: there was no second attempt.
    const { events } = await service.temporal.workflow.getHandle(runWorkflowId(id)).fetchHistory();
    const attempts = events?.map(({ activityTaskStartedEventAttributes: started }) => started?.attempt ?? 0);
    expect(attempts?.filter((attempt) => attempt > 1)).toEqual([]);
  },
);
