import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { Gate } from '#contract/gate.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, startActing, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { erase, erased } from '../../support/erasures.ts';
import { eventsOf } from '../../support/events.ts';
import { perTest } from '../../support/per-file.ts';
import { above, publishPolicy, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const as = (client: ApiClient, actor: string) => client.with({ headers: { 'service-actor': actor } });

const payBo = '/call pay {"amount":82000,"to":"Bo"}';
const twiceInARun = `${payBo}\n---\n${payBo}\n---\n/say told: {{last}}`;

async function start(gate: Gate, parts: object = {}): Promise<Acting> {
  return await startActing(service, { host, patches: [actingPatch('pay', { wired: { gate }, ...parts })] });
}

/** Has the held call of a thread decided on. */
async function decide(
  { client, thread }: Pick<Acting, 'client' | 'thread'>,
  actor: string,
  decision: 'approve' | 'reject',
  detail?: object,
) {
  const { pending_confirmation: held } = await threadOf(client, thread);
  if (held === undefined) throw new Error('nothing is held');
  const { run_id, tool_call_id, digest } = held;
  const body = { tool_call_id, decision, digest, ...(detail === undefined ? {} : { detail }) };
  const { status, error } = await as(client, actor).post(`/v1/loom/runs/${run_id}/confirm`, body);
  const run = status === 202 ? await settled(client, run_id) : undefined;
  return { held, status, error, run };
}

/** Has the arguments of the held call of a thread corrected. */
async function revise({ client, thread }: Pick<Acting, 'client' | 'thread'>, actor: string, args: object) {
  const { pending_confirmation: held } = await threadOf(client, thread);
  const body = { tool_call_id: held?.tool_call_id, args };
  return await as(client, actor).post(`/v1/loom/runs/${held?.run_id}/revise`, body);
}

it('[gate.rejected-before] after a rejection the same call of the next turn is refused, the model is told by whom and why, and nobody is asked', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  const { id } = await converse(client, thread, twiceInARun);
  const { held, run } = await decide(acting, 'eve', 'reject', { note: 'Bo is not known to us' });
  expect(run).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(run?.message?.content).toContain('rejected_before');
  expect(run?.message?.content).toContain('eve rejected the same call');
  expect(run?.message?.content).toContain('Bo is not known to us');
  expect(run?.message?.content).toContain('a new request of the user');
  const [, second] = await callsOf(client, id);
  expect(second).toMatchObject({
    status: 'failed',
    error: { code: 'rejected_before' },
    rejected_before: {
      run_id: id,
      tool_call_id: held.tool_call_id,
      by: 'eve',
      detail: { note: 'Bo is not known to us' },
    },
  });
  expect((await client.get<Approval[]>('/v1/loom/approvals')).data).toEqual([]);
  expect(host.calls).toHaveLength(0);
});

it('[gate.rejected-before.shown] once the subject has written, the same call is held with what was rejected shown first, by the thread, the inbox, the event and the trace', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  const first = await converse(client, thread, payBo);
  const { held } = await decide(acting, 'eve', 'reject', { note: 'no' });
  expect(held).not.toHaveProperty('rejected_before');
  const second = await converse(client, thread, payBo);
  const rejected_before = {
    run_id: first.id,
    tool_call_id: held.tool_call_id,
    by: 'eve',
    at: expect.any(String),
    detail: { note: 'no' },
  };
  const { pending_confirmation: again } = await threadOf(client, thread);
  expect(again).toMatchObject({ rejected_before });
  expect((await client.get<Approval[]>('/v1/loom/approvals')).data).toMatchObject([{ rejected_before }]);
  const events = await eventsOf(service.db, second.id);
  expect(events.find(({ type }) => type === 'write.confirmation_requested')?.data).toMatchObject({
    rejected_before,
  });
  expect((await callsOf(client, second.id))[0]).toMatchObject({ rejected_before });
  expect(again?.document).not.toContain('rejected_before');
  await decide(acting, 'mia', 'approve');
  expect(host.calls).toHaveLength(1);
});

it.each([
  ['with another order, case and number', '{"to":" bo","amount":82000.0}'],
  ['with an amount as it is written otherwise', '{"amount":8.2e4,"to":"BO"}'],
])('[gate.rejected-before.same] a call %s is the same', async (_, args) => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  const { id } = await converse(client, thread, `${payBo}\n---\n/call pay ${args}\n---\n/say {{last}}`);
  await decide(acting, 'eve', 'reject');
  expect((await callsOf(client, id)).map(({ error }) => error?.code)).toEqual([undefined, 'rejected_before']);
});

it('[gate.rejected-before.same] what is empty, and what is the default anyway, makes no other call', async () => {
  const input_schema = {
    type: 'object',
    properties: {
      amount: { type: 'number' },
      to: { type: 'string' },
      note: { type: 'string' },
      urgent: { type: 'boolean', default: false },
    },
  };
  const acting = await start('confirm', { input_schema });
  const { client, thread } = acting;
  const again = '/call pay {"amount":82000,"to":"Bo","note":" ","urgent":false}';
  const { id } = await converse(client, thread, `${payBo}\n---\n${again}\n---\n/say {{last}}`);
  await decide(acting, 'eve', 'reject');
  expect((await callsOf(client, id))[1]?.error?.code).toBe('rejected_before');
});

it('[gate.rejected-before.same] with an effect key, the other arguments make no difference; without one, another call is another call', async () => {
  const reliability = { idempotent: false, retry: 'none' as const, key: ['/to'] };
  const other = `${payBo}\n---\n/call pay {"amount":1,"to":"Bo"}\n---\n/say {{last}}`;
  const keyed = await start('confirm', { reliability });
  const { id } = await converse(keyed.client, keyed.thread, other);
  await decide(keyed, 'eve', 'reject');
  expect((await callsOf(keyed.client, id))[1]?.error?.code).toBe('rejected_before');
  const plain = await start('confirm');
  await converse(plain.client, plain.thread, other);
  await decide(plain, 'eve', 'reject');
  expect((await threadOf(plain.client, plain.thread)).pending_confirmation).not.toHaveProperty(
    'rejected_before',
  );
});

it('[gate.rejected-before.subject] a message that somebody else writes on the thread is no request of the subject', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  await converse(client, thread, payBo);
  await decide(acting, 'eve', 'reject');
  const { id } = await converse(as(client, 'mallory'), thread, payBo);
  expect((await callsOf(client, id))[0]?.error?.code).toBe('rejected_before');
  await converse(as(client, 'ada'), thread, payBo);
  expect((await threadOf(client, thread)).pending_confirmation).toMatchObject({
    rejected_before: { by: 'eve' },
  });
});

it("[gate.rejected-before.subject] the subject's answer to a question is a request; anybody else's is none", async () => {
  const script = `${payBo}\n---\n/call ask_user {"question":"Again?"}\n---\n${payBo}\n---\n/say {{last}}`;
  const ask = async (actor: string) => {
    const acting = await start('confirm');
    const { id } = await converse(acting.client, acting.thread, script);
    await decide(acting, 'eve', 'reject');
    await converse(as(acting.client, actor), acting.thread, 'Yes.');
    return { ...acting, id };
  };
  const asked = await ask('ada');
  expect((await threadOf(asked.client, asked.thread)).pending_confirmation).toMatchObject({
    rejected_before: { by: 'eve' },
  });
  const others = await ask('mallory');
  expect((await callsOf(others.client, others.id)).at(-1)?.error?.code).toBe('rejected_before');
});

it('[gate.rejected-before.turn] of two calls of a turn that are the same, one may be rejected and the other approved: both were shown', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  const { id } = await converse(client, thread, `${payBo}\n${payBo}\n---\n/say told: {{last}}`);
  await decide(acting, 'eve', 'reject');
  const { run } = await decide(acting, 'eve', 'approve');
  expect(run).toMatchObject({ state: 'closed', reason: 'finished' });
  const calls = await callsOf(client, id);
  expect(calls.map(({ status }) => status)).toEqual(['failed', 'ok']);
});

it('[gate.rejected-before.turn] a call of another run of the thread that was held beside the rejected one is not made, whoever approves it', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  // Each waits for a moment: for the other to be opened, and for the other's answer.
  const question = '/sleep 2000\n/call ask_user {"question":"Pay?"}';
  const ask = `${question}\n---\n/sleep 2000\n${payBo}\n---\n/say told: {{last}}`;
  const first = await post(client, thread, ask);
  const second = await post(client, thread, ask);
  await settled(client, first);
  await settled(client, second);
  await post(client, thread, 'Yes.');
  await post(client, thread, 'Yes.');
  await settled(client, first);
  await settled(client, second);
  const { data: held } = await client.get<Approval[]>('/v1/loom/approvals');
  expect(held).toHaveLength(2);
  const word = async ({ run_id, tool_call_id }: Approval, actor: string, decision: string) =>
    await as(client, actor).post(`/v1/loom/runs/${run_id}/confirm`, { tool_call_id, decision });
  const [one, other] = held as [Approval, Approval];
  await word(one, 'eve', 'reject');
  await word(other, 'mia', 'approve');
  await settled(client, other.run_id);
  expect(host.calls).toHaveLength(0);
  expect((await callsOf(client, other.run_id)).at(-1)).toMatchObject({
    status: 'failed',
    error: { code: 'rejected_before' },
  });
});

const policy = (parts: object = {}) => ({
  rules: [
    {
      name: 'large',
      when: above(1000),
      then: 'hold',
      stages: [{ approvals: 2 }],
      exclude_subject: true,
      ...parts,
    },
    { name: 'small', then: 'allow' },
  ],
});

it('[gate.rejected-before.stricter] a call that needs no approval by now is not sent: the gate of the rejected one holds it', async () => {
  const acting = await startPaying(service, policy(), { host });
  const { client, thread } = acting;
  await converse(client, thread, payBo);
  await decide(acting, 'eve', 'reject');
  await publishPolicy(client, { rules: [{ name: 'all', then: 'allow' }] });
  const { id } = await converse(as(client, 'mallory'), thread, payBo);
  expect((await callsOf(client, id))[0]?.error?.code).toBe('rejected_before');
  await converse(client, thread, payBo);
  expect(host.calls).toHaveLength(0);
  const { pending_confirmation: held } = await threadOf(client, thread);
  expect(held).toMatchObject({ rejected_before: { by: 'eve' }, approvals: { required: 2 } });
  expect((await decide(acting, 'ada', 'approve')).error?.code).toBe('forbidden_approver');
  await decide(acting, 'mia', 'approve');
  expect(host.calls).toHaveLength(0);
  await decide(acting, 'eve', 'approve');
  expect(host.calls).toHaveLength(1);
});

it('[gate.rejected-before.stricter] the stages of both gates, and what either asks of those who decide, hold the call', async () => {
  const acting = await startPaying(service, policy({ require_digest: true }), { host });
  const { client, thread } = acting;
  await converse(client, thread, payBo);
  await decide(acting, 'eve', 'reject');
  const stages = [{ approvals: 1, via: ['api_key'] }];
  await publishPolicy(client, { rules: [{ name: 'all', then: 'hold', stages }] });
  await converse(client, thread, payBo);
  const { pending_confirmation: held } = await threadOf(client, thread);
  expect(held).toMatchObject({ approvals: { required: 3, stage: { of: 2 } } });
  const { run_id = '', tool_call_id = '' } = held ?? {};
  const { error } = await as(client, 'mia').post(`/v1/loom/runs/${run_id}/confirm`, {
    tool_call_id,
    decision: 'approve',
  });
  expect(error?.details).toMatchObject([{ code: 'digest_required' }]);
});

it('[gate.rejected-before.expired] after an expiry the same call is held at once, with what has expired shown', async () => {
  const gate = { type: 'confirm' as const, ttl_seconds: 1, on_expiry: 'reject' as const };
  const acting = await start(gate);
  const { client, thread } = acting;
  const { id } = await converse(client, thread, twiceInARun);
  const { pending_confirmation: first } = await threadOf(client, thread);
  await expect.poll(async () => (await callsOf(client, id)).length, { timeout: 60_000 }).toBe(2);
  const [, again] = await callsOf(client, id);
  expect(again).toMatchObject({ expired_before: { run_id: id, tool_call_id: first?.tool_call_id } });
  expect(again).not.toHaveProperty('rejected_before');
});

it('[gate.rejected-before.revised] a correction is no rejection; rejected, it counts with its arguments and with those of the model', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  const script = (args: string) => `/call pay ${args}\n---\n/say {{last}}`;
  await converse(client, thread, script('{"amount":82000,"to":"Bo"}'));
  const { pending_confirmation: held } = await threadOf(client, thread);
  const revised = await as(client, 'eve').post(`/v1/loom/runs/${held?.run_id}/revise`, {
    tool_call_id: held?.tool_call_id,
    args: { amount: 10, to: 'Bo' },
  });
  expect(revised.status).toBe(202);
  await settled(client, held?.run_id ?? '');
  expect(host.calls).toHaveLength(1);
  await converse(client, thread, script('{"amount":82000,"to":"Bo"}'));
  expect((await threadOf(client, thread)).pending_confirmation).not.toHaveProperty('rejected_before');
});

it('[gate.rejected-before.revised] a correction that is rejected refuses what the model asked for, and what it was corrected to', async () => {
  const acting = await start({ type: 'confirm', approvals: 2 });
  const { client, thread } = acting;
  const small = '/call pay {"amount":10,"to":"Bo"}';
  const { id } = await converse(client, thread, `${payBo}\n---\n${payBo}\n${small}\n---\n/say {{last}}`);
  await revise(acting, 'mia', { amount: 10, to: 'Bo' });
  await decide(acting, 'eve', 'reject');
  const codes = (await callsOf(client, id)).map(({ error }) => error?.code);
  expect(codes.filter((code) => code === 'rejected_before')).toHaveLength(2);
  expect(host.calls).toHaveLength(0);
});

it('[gate.rejected-before.revised] a correction to what was rejected before is no approval, and shows who rejected it', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  await converse(client, thread, payBo);
  await decide(acting, 'eve', 'reject');
  await converse(client, thread, '/call pay {"amount":10,"to":"Bo"}');
  const revised = await revise(acting, 'mia', { amount: 82_000, to: 'Bo' });
  expect(revised).toMatchObject({ status: 202, data: { state: 'awaiting_input' } });
  expect((await threadOf(client, thread)).pending_confirmation).toMatchObject({
    rejected_before: { by: 'eve' },
    approvals: { given: [] },
  });
  expect(host.calls).toHaveLength(0);
});

it('[gate.rejected-before.read] the store has no arguments in what a rejected call is found by', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  await converse(client, thread, payBo);
  const { held } = await decide(acting, 'eve', 'reject', { note: 'no' });
  const stored = await service.db.tool_calls.findOne({ _id: held.tool_call_id });
  expect(stored?.turned_down).toEqual({
    as: 'rejected',
    asked: [expect.stringMatching(/^[\w-]{43}$/)],
    number: 1,
    subject_seq: 1,
  });
  const { asked } = stored?.turned_down ?? {};
  const other = await start('confirm');
  await converse(other.client, other.thread, payBo);
  const again = await decide(other, 'eve', 'reject');
  const elsewhere = await service.db.tool_calls.findOne({ _id: again.held.tool_call_id });
  expect(elsewhere?.turned_down?.asked).not.toEqual(asked);
});

it('[gate.rejected-before] a rejection stands after its run has ended, in whatever way', async () => {
  const acting = await start('confirm');
  const { client, thread } = acting;
  const { id } = await converse(client, thread, `${payBo}\n---\n/call ask_user {"question":"Else?"}`);
  await decide(acting, 'eve', 'reject');
  expect((await client.post(`/v1/loom/runs/${id}/cancel`)).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  const again = await converse(as(client, 'mallory'), thread, payBo);
  expect((await callsOf(client, again.id))[0]).toMatchObject({
    error: { code: 'rejected_before' },
    rejected_before: { run_id: id, by: 'eve' },
  });
});

it('[gate.rejected-before.read] an erasure leaves nothing of a rejection, and on another thread it counts for nothing', async () => {
  const acting = await start('confirm');
  const { client, agent, workspace } = acting;
  await converse(client, acting.thread, payBo);
  await decide(acting, 'eve', 'reject');
  const isHeldAsNew = async () => {
    const thread = await startThread(client, agent.id);
    const { id } = await converse(client, thread, payBo);
    const { pending_confirmation: held } = await threadOf(client, thread);
    expect(held).toMatchObject({ tool_call_id: expect.any(String) });
    expect(held).not.toHaveProperty('rejected_before');
    await client.post(`/v1/loom/runs/${id}/cancel`);
    await settled(client, id);
  };
  await isHeldAsNew();
  await erased(client, (await erase(client, 'ada')).data.id);
  const left = { workspace_id: workspace, turned_down: { $exists: true } };
  expect(await service.db.tool_calls.countDocuments(left)).toBe(0);
  await isHeldAsNew();
});
