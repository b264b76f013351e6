import { expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing, traceOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { converse, messagesOf, post, settled } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { sharedService, startService } from '../../support/service.ts';
import { accountOf } from '../../support/ledger.ts';
import { callEvents, storedCalls } from '../../support/lost-attempt.ts';
import { perTest } from '../../support/per-file.ts';

const service = sharedService();
const host = perTest(startHost);
const patches = [
  actingPatch('look', { price_credits: 1, timeout_seconds: 300 }),
  actingPatch('pay', { wired: { gate: 'confirm' } }),
];
const cancel = async (client: ApiClient, run: string) =>
  await client.post<{ run_id: string; state: string }>(`/v1/loom/runs/${run}/cancel`);
const cancelled = { state: 'closed', terminal: true, reason: 'cancelled' };

it('[run.cancel.accepted] a run cancelled before its first turn ends without one, and its workflow with it', async () => {
  const idle = await startService({ worker: false });
  try {
    const { client, thread, workspace } = await startActing(idle);
    const run = await post(client, thread, 'Hello');
    const { status, data } = await cancel(client, run);
    expect([status, data]).toEqual([202, { run_id: run, state: 'running' }]);
    await idle.startWorker();
    expect(await settled(client, run)).toMatchObject({ ...cancelled, cost_credits: 0 });
    expect((await traceOf(client, run)).turns).toEqual([]);
    expect(await accountOf(idle.db, workspace)).toMatchObject({ balance: 1e9, held: 0 });
    expect((await eventsOf(idle.db, run)).map(({ type }) => type)).toEqual(['run.started', 'run.completed']);
    expect((await closedWorkflow(idle.temporal, run)).status.name).toBe('CANCELLED');
    expect(await converse(client, thread, 'Again')).toMatchObject({ state: 'closed', reason: 'finished' });
  } finally {
    await idle.stop();
  }
});

it('[run.cancel.accepted] a run that waits until an older one is done is cancelled while it waits', async () => {
  const { client, thread } = await startActing(service);
  const older = await post(client, thread, '/sleep 600000\n/say first');
  const newer = await post(client, thread, 'second');
  expect((await cancel(client, newer)).status).toBe(202);
  expect(await settled(client, newer)).toMatchObject(cancelled);
  expect((await client.get<Run>(`/v1/loom/runs/${older}`)).data.state).toBe('running');
  await cancel(client, older);
  expect(await settled(client, older)).toMatchObject(cancelled);
  expect((await messagesOf(client, thread)).map(({ role }) => role)).toEqual(['user', 'user']);
});

it('[run.cancel.accepted] [money.patch-price] a call under way is seen through and charged, then the run ends', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  host.answer = (_, response) => {
    asked.resolve();
    void release.promise.then(() => json(response, 200, { seen: true }));
  };
  const run = await post(client, thread, '/call look {}\n---\n/say never');
  await asked.promise;
  await cancel(client, run);
  release.resolve();
  expect(await settled(client, run)).toMatchObject(cancelled);
  expect(await callsOf(client, run)).toMatchObject([
    { status: 'ok', result: { seen: true }, cost_credits: 1 },
  ]);
  expect((await messagesOf(client, thread)).map(({ role }) => role)).toEqual(['user']);
});

it('[run.cancel.paused] [confirm.already-resolved] a held call of a cancelled run is never made', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, '/call pay {}\n/call pay {}');
  const call = await pendingCall(client, thread);
  expect((await cancel(client, id)).data).toEqual({ run_id: id, state: 'closed' });
  const { status, error } = await confirm(client, id, call);
  expect([status, error.code]).toEqual([404, 'unknown_confirmation']);
  const calls = await callsOf(client, id);
  expect(calls.map((made) => [made.status, made.error?.code])).toEqual([
    ['failed', 'cancelled'],
    ['failed', 'cancelled'],
  ]);
  expect((await closedWorkflow(service.temporal, id)).status.name).toBe('CANCELLED');
  expect(host.calls).toEqual([]);
});

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
  expect((await cancel(client, run)).status).toBe(202);
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
