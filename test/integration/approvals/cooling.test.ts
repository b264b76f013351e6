import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { Run } from '#contract/run.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { startHost } from '../../support/acting.ts';
import { callsOf, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { eventsOf } from '../../support/events.ts';
import { perTest } from '../../support/per-file.ts';
import { above, daily, pay, publishPolicy, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const as = (client: ApiClient, actor: string) => client.with({ headers: { 'service-actor': actor } });

const cooling = (seconds: number) => ({
  rules: [{ name: 'cooling', then: 'hold', cooling_off_seconds: seconds }],
});
/** Long enough for every step of a test. */
const month = 2_592_000;

async function holdingCall(policy: object) {
  const acting = await startPaying(service, policy, { host });
  const { run, thread } = await pay(acting, { amount: 5 });
  const { pending_confirmation: held } = await threadOf(acting.client, thread);
  if (held === undefined) throw new Error('nothing is held');
  const { client } = acting;
  const { tool_call_id, digest } = held;
  const send = async (actor: string, action: 'confirm' | 'withdraw' | 'revise', body: object) =>
    await as(client, actor).post<{ state: string; not_before?: string }>(
      `/v1/loom/runs/${run.id}/${action}`,
      { tool_call_id, ...body },
    );
  return { ...acting, run: run.id, thread, held, digest, send };
}

/** The run once it has ended. */
async function ended(client: ApiClient, run: string): Promise<Run> {
  const read = async () => (await client.get<Run>(`/v1/loom/runs/${run}`)).data;
  await expect.poll(async () => (await read()).terminal, { timeout: 60_000 }).toBe(true);
  return await read();
}

/** The run, and its held call as everybody sees it, after checking that all views agree. */
async function viewOf(client: ApiClient, run: string, thread: string) {
  const { pending_confirmation } = await threadOf(client, thread);
  const { data } = await client.get<Run>(`/v1/loom/runs/${run}`);
  const { data: inbox } = await client.get<Approval[]>('/v1/loom/approvals');
  expect(inbox.find(({ run_id }) => run_id === run)).toEqual(data.pending);
  expect(data.pending_confirmations ?? []).toEqual(
    pending_confirmation === undefined ? [] : [pending_confirmation],
  );
  return { state: data.state, held: pending_confirmation };
}

it('[gate.cooling] [gate.cooling.shown] [gate.cooling.undone] an approved call stays held until its time, which is shown everywhere, and can be withdrawn and rejected', async () => {
  const { client, run, thread, held, digest, send } = await holdingCall(cooling(month));
  const approved = await send('eve', 'confirm', { decision: 'approve', digest });
  const not_before = new Date(Date.parse(held.created_at) + month * 1000).toISOString();
  expect(approved).toMatchObject({ status: 202, data: { state: 'awaiting_input', not_before } });
  const view = await viewOf(client, run, thread);
  expect(view).toMatchObject({ state: 'awaiting_input', held: { not_before, digest } });
  const recorded = (await eventsOf(service.db, run)).at(-1);
  expect(recorded).toMatchObject({ type: 'write.approval_recorded', data: { actor: 'eve', not_before } });
  const again = await send('eve', 'confirm', { decision: 'approve', digest });
  expect(again).toMatchObject({ status: 202, data: { state: 'awaiting_input', not_before } });
  const further = await send('bo', 'confirm', { decision: 'approve', digest });
  expect(further).toMatchObject({ status: 404, error: { code: 'unknown_confirmation' } });
  const revised = await send('bo', 'revise', { args: { amount: 6 } });
  expect(revised).toMatchObject({ status: 404, error: { code: 'unknown_confirmation' } });
  const { data: ofBo } = await client.get<Approval[]>('/v1/loom/approvals?actor=bo');
  expect(ofBo).toEqual([]);

  expect((await send('eve', 'withdraw', {})).status).toBe(202);
  const back = await viewOf(client, run, thread);
  expect(back.held).toMatchObject({ approvals: { given: [], withdrawn: 1 } });
  expect(back.held).not.toHaveProperty('not_before');
  const once = await send('eve', 'confirm', { decision: 'approve', digest });
  expect(once.data).toEqual({ run_id: run, state: 'awaiting_input', not_before });
  const rejected = await send('bo', 'confirm', { decision: 'reject', digest });
  expect(rejected.data).toEqual({ run_id: run, state: 'running' });
  await settled(client, run);
  expect(host.calls).toEqual([]);
  expect(await callsOf(client, run)).toMatchObject([{ status: 'failed', result: { declined: true } }]);
});

it('[gate.cooling.made] [gate.cooling] a call is sent once when its time has come, and neither before nor after that withdrawn', async () => {
  const policy = { rules: [{ name: 'undo', then: 'hold', stages: [{ approvals: 1, undo_seconds: 2 }] }] };
  const { client, run, digest, send } = await holdingCall(policy);
  const { data } = await send('eve', 'confirm', { decision: 'approve', digest });
  expect(data.state).toBe('awaiting_input');
  expect((await ended(client, run)).reason).toBe('finished');
  expect(host.calls).toHaveLength(1);
  const [call] = await callsOf(client, run);
  const stored = await service.db.tool_calls.findOne({ run_id: run });
  expect(call).toMatchObject({ status: 'ok', decision: { actor: 'eve', decision: 'approve' } });
  expect(stored?.not_before?.toISOString()).toBe(data.not_before);
  expect(stored?.sending?.first_at?.getTime()).toBeGreaterThanOrEqual(Date.parse(data.not_before ?? ''));
  const late = await send('eve', 'withdraw', {});
  expect(late).toMatchObject({ status: 404, error: { code: 'unknown_confirmation' } });
  const types = (await eventsOf(service.db, run)).map(({ type }) => type);
  expect(types.filter((type) => type.startsWith('tool_call') || type === 'write.approval_recorded')).toEqual([
    'write.approval_recorded',
    'tool_call.started',
    'tool_call.completed',
  ]);
  const { data: log } = await client.get<{ type: string }[]>('/v1/audit?type=call.decided');
  expect(log).toHaveLength(1);
});

it('[gate.cooling.closing] a cancelled run closes after its approved call, unless that is withdrawn', async () => {
  const { client, run, thread, digest, send } = await holdingCall(cooling(month));
  await send('eve', 'confirm', { decision: 'approve', digest });
  const { data } = await client.post<{ state: string }>(`/v1/loom/runs/${run}/cancel`);
  expect(data.state).toBe('awaiting_input');
  expect((await viewOf(client, run, thread)).held).toHaveProperty('not_before');
  await send('eve', 'withdraw', {});
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await callsOf(client, run)).toMatchObject([{ status: 'failed', error: { code: 'cancelled' } }]);
  expect(host.calls).toEqual([]);
});

it('[gate.cooling.closing] [gate.cooling.made] a cancelled run makes its approved call when the time has come, and closes', async () => {
  const policy = { rules: [{ name: 'undo', then: 'hold', stages: [{ approvals: 1, undo_seconds: 3 }] }] };
  const { client, run, digest, send } = await holdingCall(policy);
  await send('eve', 'confirm', { decision: 'approve', digest });
  await client.post(`/v1/loom/runs/${run}/cancel`);
  expect(await ended(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await callsOf(client, run)).toMatchObject([{ status: 'ok' }]);
  expect(host.calls).toHaveLength(1);
});

it('[gate.cooling.shown] [gate.cooling] beside one that cools off, an undecided call is shown first, and the run waits for both', async () => {
  const rules = [
    { name: 'large', when: above(10), then: 'hold', cooling_off_seconds: month },
    { name: 'small', then: 'hold' },
  ];
  const { client, agent } = await startPaying(service, { rules }, { host });
  const thread = await startThread(client, agent.id);
  const run = await converse(client, thread, '/call pay {"amount":50}\n/call pay {"amount":5}\n---\n/say ok');
  const [large, small] = run.pending_confirmations ?? [];
  const { data: decided } = await as(client, 'eve').post<{ results: object[] }>('/v1/loom/approvals/decide', {
    decision: 'approve',
    items: [{ run_id: run.id, tool_call_id: large?.tool_call_id }],
  });
  expect(decided.results).toMatchObject([{ state: 'awaiting_input', not_before: expect.any(String) }]);
  const { pending_confirmation, pending_confirmations } = await threadOf(client, thread);
  expect(pending_confirmation?.tool_call_id).toBe(small?.tool_call_id);
  expect(pending_confirmations).toHaveLength(2);
  const message = await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'hello' });
  expect(message.error).toMatchObject({ details: { tool_call_id: small?.tool_call_id } });
  const reject = async (tool_call_id?: string) =>
    await as(client, 'eve').post(`/v1/loom/runs/${run.id}/confirm`, { tool_call_id, decision: 'reject' });
  expect((await reject(small?.tool_call_id)).data).toMatchObject({ state: 'awaiting_input' });
  expect((await reject(large?.tool_call_id)).data).toMatchObject({ state: 'running' });
  await settled(client, run.id);
});

it('[gate.cooling.limits] a call that cools off is counted by limits until it is withdrawn', async () => {
  const policy = { ...cooling(month), limits: [daily({ max: '8', then: 'deny' })] };
  const acting = await startPaying(service, policy, { host });
  const first = await pay(acting, { amount: 5 });
  const second = await pay(acting, { amount: 5 });
  const confirm = async (run: Run, action = 'confirm') => {
    const tool_call_id = run.pending?.tool_call_id;
    const body = action === 'confirm' ? { tool_call_id, decision: 'approve' } : { tool_call_id };
    return await as(acting.client, 'eve').post(`/v1/loom/runs/${run.id}/${action}`, body);
  };
  expect((await confirm(first.run)).status).toBe(202);
  expect(await confirm(second.run)).toMatchObject({ status: 409, error: { code: 'limit_reached' } });
  expect((await confirm(first.run, 'withdraw')).status).toBe(202);
  expect((await confirm(second.run)).data).toHaveProperty('not_before');
});

it('[gate.cooling] times that are no whole seconds, too long, or for a rule that holds nothing are 422', async () => {
  const { client } = await service.workspace({});
  const refused = async (rule: object) =>
    await publishPolicy(client, { rules: [{ name: 'all', then: 'hold', ...rule }] }).then(
      () => 'published',
      (error: unknown) => String(error),
    );
  for (const seconds of [0, 1.5, month + 1]) {
    expect(await refused({ cooling_off_seconds: seconds })).toContain('cooling_off_seconds');
  }
  expect(await refused({ cooling_off_seconds: month })).toBe('published');
  expect(await refused({ stages: [{ approvals: 1, undo_seconds: 61 }] })).toContain('undo_seconds');
  expect(await refused({ stages: [{ approvals: 1, undo_seconds: 60 }] })).toBe('published');
  expect(await refused({ then: 'allow', cooling_off_seconds: 5 })).toContain('only_for_hold');
});
