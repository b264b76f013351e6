import { describe, expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { SimulatedPolicy } from '#contract/policy-simulation.ts';
import type { Event } from '#contract/event.ts';
import { settled } from '#clients/raw/conversation.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { acceptInput } from '#engine/steps/accept-input.ts';
import { definition } from '../../support/agents.ts';
import { startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { putGroup } from '../../support/approver-groups.ts';
import { engineOn } from '../../support/engine-on.ts';
import { perFile } from '../../support/per-file.ts';
import { above, allowAll, daily, holdAll, pay, publishPolicy, startPaying } from '../../support/policies.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);

const as = (client: ApiClient, actor: string) => client.with({ headers: { 'service-actor': actor } });

const rules = [
  { name: 'embargo', when: above(900), then: 'deny' },
  { name: 'four eyes', when: above(100), then: 'hold', stages: [{ approvals: 2, group: 'finance' }] },
  { name: 'small', then: 'allow' },
];
const groups = { finance: ['eve', 'mia'] };

describe('[approval-policy.gate] [approval-policy.simulate] a patch that a policy decides about', () => {
  it('is called, denied or held as the newest version says, and the trace shows what applied', async () => {
    const acting = await startPaying(service, { rules }, { host, groups });
    const small = await pay(acting, { amount: 50 });
    expect(small.call).toMatchObject({
      status: 'ok',
      gate: null,
      gate_rule: { policy: 'payments@1', verdict: 'allow', rule: 'small', limits: [] },
    });
    const denied = await pay(acting, { amount: 1000 });
    expect(denied.call).toMatchObject({
      status: 'failed',
      gate: null,
      gate_rule: { verdict: 'deny', rule: 'embargo' },
      error: { code: 'denied_by_policy', message: expect.stringContaining('"embargo"') },
    });
    const { data: events } = await acting.client.get<Event[]>(
      `/v1/events?run_id=${denied.run.id}&type=tool_call.completed`,
    );
    expect(events).toMatchObject([{ data: { status: 'denied' } }]);
    expect((await pay(acting, { amount: 500 })).call).toMatchObject({
      status: 'pending',
      gate: 'confirm',
      gate_rule: { verdict: 'hold', rule: 'four eyes' },
    });
    const period = { from: '2026-01-01T00:00:00.000Z', to: '2099-01-01T00:00:00.000Z' };
    const { data } = await acting.client.post<SimulatedPolicy>(
      '/v1/approval-policies/payments/simulate',
      period,
    );
    expect([data.allow.count, data.hold.count, data.deny.count]).toEqual([1, 1, 1]);
  });

  it('[gate.revise] [gate.revise.approves] decides anew about arguments that an approver has corrected', async () => {
    const acting = await startPaying(service, { rules }, { host, groups });
    const { client } = acting;
    const { run, thread } = await pay(acting, { amount: 500 });
    const revise = async (actor: string, amount: number) =>
      await as(client, actor).post(`/v1/loom/runs/${run.id}/revise`, {
        tool_call_id: await pendingCall(client, thread),
        args: { amount },
      });
    const held = async () => (await threadOf(client, thread)).pending_confirmation;
    const before = await held();
    expect(verdict(await revise('eve', 1000))).toEqual([422, 'denied_by_policy']);
    expect(await held()).toEqual(before);
    const given = async () => (await held())?.approvals?.given.map(({ actor }) => actor);
    expect((await revise('joe', 450)).error?.code).toBe('forbidden_approver');
    expect(await given()).toEqual([]);
    expect((await revise('eve', 400)).status).toBe(202);
    expect(await given()).toEqual(['eve']);
    expect((await revise('eve', 54)).data).toMatchObject({ state: 'running' });
    await settled(client, run.id);
    const calls = await callsOf(client, run.id);
    expect(calls.map(({ status, gate, args }) => [status, gate, args])).toEqual([
      ['failed', 'confirm', { amount: 500 }],
      ['failed', 'confirm', { amount: 400 }],
      ['ok', null, { amount: 54 }],
    ]);
  });

  it('of an agent is published with a policy that is there', async () => {
    const acting = await startPaying(service, { rules: allowAll });
    const gate = { type: 'policy', policy: 'nothing' };
    const agent = definition({ key: 'other', patches: [{ ref: 'pay@1', gate }] });
    const refused = await acting.client.post('/v1/agents', agent);
    expect(verdict(refused)).toEqual([422, 'invalid_request']);
    expect(refused.error.details).toEqual([
      expect.objectContaining({ path: 'patches.0.gate.policy', code: 'unknown_policy' }),
    ]);
  });

  it('[approval-policy.gate.held] that is held is not touched by a version that is published meanwhile', async () => {
    const acting = await startPaying(service, { rules: holdAll }, { host });
    const { run, thread } = await pay(acting, { amount: 5 });
    await publishPolicy(acting.client, { rules: [{ name: 'all', then: 'deny' }] });
    expect(verdict(await confirm(acting.client, run.id, await pendingCall(acting.client, thread)))).toEqual([
      202,
    ]);
    expect((await settled(acting.client, run.id)).state).toBe('closed');
    expect((await pay(acting, { amount: 5 })).call.error?.code).toBe('denied_by_policy');
  });
});

it('[approval-policy.amounts-shown] whoever decides is shown amount and payee, whatever the summary says', async () => {
  const limits = [daily({ currency: '/currency', payee: '/to', scope: 'payee', max: '1000' })];
  const input_schema = { type: 'object', properties: { amount: {}, currency: {}, to: {} } };
  const patch = { input_schema, summary: { title: 'A small favour' }, redact: { args: ['/currency'] } };
  const acting = await startPaying(service, { rules: holdAll, limits }, { host, patch });
  const { run, thread } = await pay(acting, { amount: '82e1', currency: 'EUR', to: 'Bo\u202E\u200B' });
  const amounts = [
    { limits: ['daily'], amount: '82e1', currency: '[redacted]', payee: 'Bo[U+202E][U+200B]' },
  ];
  const shown = { amounts, gate_rule: { policy: 'payments@1', rule: 'all' } };
  expect((await threadOf(acting.client, thread)).pending_confirmation).toMatchObject(shown);
  expect(run.pending).toMatchObject(shown);
  expect((await acting.client.get<Approval[]>('/v1/loom/approvals')).data).toMatchObject([shown]);
  const { data: events } = await acting.client.get<Event[]>(
    `/v1/events?run_id=${run.id}&type=write.confirmation_requested`,
  );
  expect(events).toMatchObject([{ data: shown }]);
  // A corrected call shows its own.
  const tool_call_id = await pendingCall(acting.client, thread);
  const args = { amount: 5, currency: '[redacted]', to: 'Bo' };
  expect((await acting.client.post(`/v1/loom/runs/${run.id}/revise`, { tool_call_id, args })).status).toBe(
    202,
  );
  await settled(acting.client, run.id);
});

describe('[approval-policy.gate.groups] at a stage with a group', () => {
  it('members approve, and others only reject', async () => {
    const acting = await startPaying(service, { rules }, { host, groups });
    const { run, thread } = await pay(acting, { amount: 500 });
    const call = await pendingCall(acting.client, thread);
    const by = async (actor: string, decision?: string) =>
      confirm(as(acting.client, actor), run.id, call, decision);
    expect(verdict(await by('bob'))).toEqual([403, 'forbidden_approver']);
    expect(verdict(await by('eve'))).toEqual([202]);
    expect((await threadOf(acting.client, thread)).pending_confirmation?.approvals).toMatchObject({
      required: 2,
      given: [{ actor: 'eve' }],
      stage: { group: 'finance', given: 1 },
    });
    expect(verdict(await by('bob', 'reject'))).toEqual([202]);
    expect((await settled(acting.client, run.id)).state).toBe('closed');
  });

  it('the inbox of an actor has what it may approve now', async () => {
    const stages = [
      { approvals: 1, group: 'finance' },
      { approvals: 1, group: 'board' },
    ];
    const acting = await startPaying(
      service,
      { rules: [{ name: 'all', then: 'hold', stages }] },
      { host, groups: { ...groups, board: ['zoe'] } },
    );
    const { run, thread } = await pay(acting, { amount: 5 });
    const inbox = async (actor: string) =>
      (await acting.client.get<Approval[]>(`/v1/loom/approvals?actor=${actor}`)).data.map(
        (each) => each.run_id,
      );
    expect([await inbox('eve'), await inbox('zoe'), await inbox('bob')]).toEqual([[run.id], [], []]);
    const call = await pendingCall(acting.client, thread);
    expect(verdict(await confirm(as(acting.client, 'eve'), run.id, call))).toEqual([202]);
    expect([await inbox('eve'), await inbox('zoe')]).toEqual([[], [run.id]]);
    expect(verdict(await confirm(as(acting.client, 'zoe'), run.id, call))).toEqual([202]);
    expect((await settled(acting.client, run.id)).state).toBe('closed');
  });

  it('a member who is removed while approving has approved before, or is refused', async () => {
    const two = [{ name: 'all', then: 'hold', stages: [{ approvals: 1, group: 'finance' }] }];
    const acting = await startPaying(service, { rules: two }, { host, groups });
    for (let round = 0; round < 10; round += 1) {
      await putGroup(acting.client, 'finance', { name: 'finance', members: ['eve', 'mia'] });
      const { run, thread } = await pay(acting, { amount: 5 });
      const call = await pendingCall(acting.client, thread);
      const [approved, removed] = await Promise.all([
        confirm(as(acting.client, 'eve'), run.id, call),
        putGroup(acting.client, 'finance', { name: 'finance', members: ['mia'] }),
      ]);
      expect(removed.status).toBe(200);
      expect([
        [202, undefined],
        [403, 'forbidden_approver'],
      ]).toContainEqual([approved.status, approved.error?.code]);
      expect(verdict(await confirm(as(acting.client, 'eve'), run.id, call))[0]).not.toBe(202);
    }
  });

  it('a group is matched at the write, not only when the decision is read', async () => {
    const one = [{ name: 'all', then: 'hold', stages: [{ approvals: 1, group: 'finance' }] }];
    const acting = await startPaying(service, { rules: one }, { host, groups });
    const { run, thread } = await pay(acting, { amount: 5 });
    const call = await pendingCall(acting.client, thread);
    const { thread_id } = run;
    const input: Input = {
      type: 'decision',
      decision: 'approve',
      tool_call_id: call,
      actor: 'bob',
      via: 'api_key',
      // As it was read before Bob was removed.
      memberships: [{ group: 'finance', actor: 'bob' }],
      request_id: 'request',
    };
    const engine = engineOn(service.db, { workflows: quietWorkflows });
    await expect(acceptInput(engine, { run_id: run.id, thread_id }, input)).rejects.toMatchObject({
      code: 'forbidden_approver',
    });
  });
});
