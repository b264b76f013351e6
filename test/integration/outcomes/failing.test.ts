import { Context } from '@temporalio/activity';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '#activities/dependencies.ts';
import { failRun } from '#activities/end-run.ts';
import { actingPatch, type Host, json, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse, post, settled } from '../../support/conversation.ts';
import { callEvents, storedCalls } from '../../support/lost-attempt.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let host: Host;
/** Called within activities before they write: to hold them up, or for a fault of the store. */
let beforeWrite: (activity: string, attempt: number) => void | Promise<void> = () => {};
/** Called before a call is marked. */
let beforeMark: (call: string) => void = () => {};

beforeAll(async () => {
  service = await startService();
  const { db } = service;
  const transaction = db.transaction.bind(db);
  db.transaction = async (work) => {
    const activity = currentActivity();
    if (activity !== undefined) await beforeWrite(activity.activityType, activity.attempt);
    return await transaction(work);
  };
  const { tool_calls } = db;
  const mark = tool_calls.findOneAndUpdate.bind(tool_calls);
  const marking = async (...args: Parameters<typeof mark>) => {
    const [{ _id = '' }] = args;
    const call = await tool_calls.findOne({ _id });
    beforeMark(call?.name ?? '');
    return await mark(...args);
  };
  tool_calls.findOneAndUpdate = marking as typeof mark;
});
afterAll(async () => await service.stop());
beforeEach(async () => {
  host = await startHost();
  beforeWrite = () => {};
  beforeMark = () => {};
});
afterEach(async () => await host.stop());

/** The activity that is under way here; undefined in the API. */
function currentActivity() {
  try {
    return Context.current().info;
  } catch {
    return undefined;
  }
}

/** A call that is held does not run into its time-out before the test lets it go. */
const patient = { timeout_seconds: 300 };
const fault = () => new TypeError('a fault of ours');
const bad = '/call pay {"amount":"much"}';

it('[run.end.invalid-args] [run.end.no-pending-call] [tool-call.events.paired] a fourth turn with an invalid call fails the run, and the valid calls beside it are told as not made', async () => {
  const { client, thread } = await startActing(service, {
    host,
    patches: [actingPatch('pay'), actingPatch('hold', { wired: { gate: 'confirm' } })],
  });
  const last = `/call pay {"amount":1}\n${bad}\n/call hold {}\n/call ask_user {"question":"?"}`;
  const run = await converse(client, thread, [bad, bad, bad, last].join('\n---\n'));
  expect(run).toMatchObject({ state: 'failed', error: { code: 'invalid_args' } });
  const calls = await callsOf(client, run.id);
  expect(calls.slice(3).map(({ status, error }) => [status, error?.code])).toEqual([
    ['failed', 'cancelled'],
    ['failed', 'invalid_args'],
    ['failed', 'cancelled'],
    ['failed', 'cancelled'],
  ]);
  const { started, completed } = await callEvents(service.db, run.id);
  expect(started.filter((call) => !completed.includes(call))).toEqual([]);
  expect(new Set(completed).size).toBe(completed.length);
  expect(host.calls).toEqual([]);
});

it('[run.end.invalid-args] [run.cancel.sent-call] a fourth turn that is found invalid when its call is made waits for the call beside it, which keeps its result', async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('pay', patient)] });
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  host.answer = (_, response) => {
    asked.resolve();
    void release.promise.then(() => json(response, 200, { paid: true }));
  };
  // Decided before the other call was marked, and written after that: it is decided again.
  beforeWrite = async (activity) => {
    if (activity === 'executePatch') await asked.promise;
  };
  const misfit = '/call identify_account {"account_number":"***"}';
  const id = await post(client, thread, [bad, bad, bad, `/call pay {}\n${misfit}`].join('\n---\n'));
  await asked.promise;
  await expect.poll(async () => (await storedCalls(service.db, id)).at(-1)?.error?.code).toBe('invalid_args');
  release.resolve();
  expect(await settled(client, id)).toMatchObject({ state: 'failed', error: { code: 'invalid_args' } });
  expect((await callsOf(client, id))[3]).toMatchObject({ status: 'ok', result: { paid: true } });
  const { started, completed } = await callEvents(service.db, id);
  expect(started).toEqual(completed);
});

it('[run.end.internal-error] [run.end.no-pending-call] [tool-call.events.paired] a call that fails for good drops nothing of the one beside it, and both are settled', async () => {
  const patches = [actingPatch('broken'), actingPatch('pay', patient)];
  const { client, thread } = await startActing(service, { host, patches });
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  host.answer = (_, response) => {
    asked.resolve();
    void release.promise.then(() => json(response, 200, { paid: true }));
  };
  let faults = 0;
  beforeMark = (call) => {
    if (call !== 'broken') return;
    faults += 1;
    throw fault();
  };
  const id = await post(client, thread, '/call broken {}\n/call pay {}\n---\n/say never');
  await asked.promise;
  await expect.poll(() => faults).toBe(5);
  release.resolve();
  expect(await settled(client, id)).toMatchObject({ state: 'failed', error: { code: 'internal_error' } });
  expect(await callsOf(client, id)).toMatchObject([
    { status: 'failed', error: { code: 'cancelled' } },
    { status: 'ok', result: { paid: true } },
  ]);
  const { started, completed } = await callEvents(service.db, id);
  expect(started).toHaveLength(2);
  expect(completed).toEqual(started);
  expect(faults).toBe(5);
});

it('[run.cancel.sent-call] [run.end.no-pending-call] a cancel while one call keeps failing unsent and another is under way: the one was not made, the other keeps its result', async () => {
  const patches = [actingPatch('broken'), actingPatch('pay', patient)];
  const { client, thread } = await startActing(service, { host, patches });
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  host.answer = (_, response) => {
    asked.resolve();
    void release.promise.then(() => json(response, 200, { paid: true }));
  };
  const failing = Promise.withResolvers<void>();
  beforeMark = (call) => {
    if (call !== 'broken') return;
    failing.resolve();
    throw fault();
  };
  const id = await post(client, thread, '/call broken {}\n/call pay {}\n---\n/say never');
  await Promise.all([asked.promise, failing.promise]);
  expect((await client.post(`/v1/loom/runs/${id}/cancel`)).status).toBe(202);
  release.resolve();
  expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await callsOf(client, id)).toMatchObject([
    { status: 'failed', error: { code: 'cancelled' } },
    { status: 'ok', result: { paid: true } },
  ]);
});

it('[run.pause.outlives-failure] a pause that was stored just before its worker died is not failed, and can be answered', async () => {
  const { client, thread } = await startActing(service);
  const { id } = await converse(client, thread, '/call ask_user {"question":"?"}\n---\n/say {{last}}');
  const run = await service.db.runs.findOne({ _id: id });
  if (run === null) throw new Error('there is no run');
  const input = { run_id: id, thread_id: thread, agent_id: run.agent.id, seq: run.seq };
  const directive = await failRun({ db: service.db } as ActivityDependencies, input);
  expect(directive).toMatchObject({ next: 'pause', kind: 'question' });
  expect(await service.db.runs.findOne({ _id: id })).toEqual(run);
  await post(client, thread, 'yes');
  expect(await settled(client, id)).toMatchObject({
    state: 'closed',
    message: { content: '{"answer":"yes"}' },
  });
});

it('[run.end.tried-for-ever] [run.pause.expires] [run.cancel.accepted] a cancel and an expiry that fail more than five times are carried out afterwards, and the threads are free', async () => {
  const failed = new Map<string, number>();
  beforeWrite = (activity, attempt) => {
    if (!['cancelRun', 'expirePause'].includes(activity) || attempt > 6) return;
    failed.set(activity, attempt);
    throw fault();
  };
  const limits = { max_turns: 24, pause_ttl_seconds: 1 };
  const expiring = await startActing(service, { agent: { limits } });
  const expired = await converse(expiring.client, expiring.thread, '/call ask_user {"question":"?"}');
  // A host that asks for patience: what then ends the run is an activity of its own.
  const asking = actingPatch('pay', { reliability: { idempotent: false, retry: 'safe' } });
  const ending = await startActing(service, { host, patches: [asking] });
  host.answer = (_, response) => json(response, 429, {}, { 'retry-after': '60' });
  const cancelled = await post(ending.client, ending.thread, '/call pay {}');
  await expect
    .poll(async () => (await storedCalls(service.db, cancelled))[0]?.sending)
    .toMatchObject({ in_flight: false });
  await ending.client.post(`/v1/loom/runs/${cancelled}/cancel`);
  expect(await settled(ending.client, cancelled)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  const workflow = service.temporal.workflow.getHandle(`run-${expired.id}`);
  expect(await workflow.result()).toMatchObject({ reason: 'expired' });
  expect(await callsOf(expiring.client, expired.id)).toMatchObject([
    { status: 'failed', error: { code: 'expired' } },
  ]);
  expect([...failed.values()]).toEqual([6, 6]);
  for (const { client, thread } of [expiring, ending]) {
    expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed', reason: 'finished' });
  }
});
