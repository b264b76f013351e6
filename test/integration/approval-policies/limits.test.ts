import { beforeEach, describe, expect, it } from 'vitest';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { json, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, confirm, pendingCall } from '../../support/acting-run.ts';
import { perFile } from '../../support/per-file.ts';
import { allowAll, daily, holdAll, pay, publishPolicy, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);
beforeEach(() => {
  host.calls.length = 0;
  host.answer = (_, response) => json(response, 200, { ok: true });
});

const atOnce = 50;

/** The totals of a workspace's counters. */
const used = async ({ workspace }: Acting) =>
  (await service.db.approval_counters.find({ workspace_id: workspace }).toArray()).map((each) => each.used);

describe('[approval-policy.limits.reserve] of calls that together pass a limit', () => {
  it(`exactly those that fit are let through, ${atOnce} at once`, async () => {
    const acting = await startPaying(service, { rules: allowAll, limits: [daily()] }, { host });
    const { client, agent } = acting;
    const threads = await Promise.all(
      Array.from({ length: atOnce }, async () => startThread(client, agent.id)),
    );
    const runs = await Promise.all(
      threads.map(async (thread) => post(client, thread, '/call pay {"amount":60}')),
    );
    await Promise.all(runs.map(async (run) => settled(client, run)));
    const calls = (await Promise.all(runs.map(async (run) => callsOf(client, run)))).flat();
    expect(calls).toHaveLength(atOnce);
    expect(calls.filter(({ status }) => status === 'ok')).toHaveLength(1);
    expect(calls.filter(({ error }) => error?.code === 'denied_by_policy')).toHaveLength(atOnce - 1);
    expect(host.calls).toHaveLength(1);
    expect(await used(acting)).toEqual(['60']);
  });

  it('[gate.revise] a limit counts a call as it was corrected, and denies a correction that would pass it', async () => {
    const acting = await startPaying(service, { rules: holdAll, limits: [daily()] }, { host });
    const { client } = acting;
    const held = [await pay(acting, { amount: 60 }), await pay(acting, { amount: 60 })];
    const revise = async (index: number, amount: number) => {
      const { run, thread } = held[index] ?? {};
      const tool_call_id = await pendingCall(client, thread ?? '');
      return await client.post(`/v1/loom/runs/${run?.id}/revise`, { tool_call_id, args: { amount } });
    };
    expect((await revise(0, 70)).status).toBe(202);
    expect(await used(acting)).toEqual(['70']);
    expect(verdict(await revise(1, 40))).toEqual([422, 'denied_by_policy']);
    expect((await revise(1, 30)).status).toBe(202);
    expect(await used(acting)).toEqual(['100']);
    for (const { run } of held) await settled(client, run.id);
  });

  it(`exactly one of ${atOnce} last approvals at once is accepted, and the other calls stay held`, async () => {
    const acting = await startPaying(service, { rules: holdAll, limits: [daily()] }, { host });
    const held = await Promise.all(Array.from({ length: atOnce }, async () => pay(acting, { amount: 60 })));
    const ids = await Promise.all(held.map(async ({ thread }) => pendingCall(acting.client, thread)));
    const answers = await Promise.all(
      held.map(async ({ run }, index) => confirm(acting.client, run.id, ids[index] ?? '')),
    );
    const verdicts = answers.map(verdict);
    expect(verdicts.filter(([status]) => status === 202)).toHaveLength(1);
    expect(verdicts.filter(([, code]) => code === 'limit_reached')).toHaveLength(atOnce - 1);
    expect(await used(acting)).toEqual(['60']);
    const accepted = verdicts.findIndex(([status]) => status === 202);
    expect((await settled(acting.client, held[accepted]?.run.id ?? '')).state).toBe('closed');
    expect(host.calls).toHaveLength(1);
    const other = held[accepted === 0 ? 1 : 0]?.run.id ?? '';
    expect((await settled(acting.client, other)).state).toBe('awaiting_input');
  });

  it('those of one turn count together', async () => {
    const acting = await startPaying(service, { rules: allowAll, limits: [daily()] }, { host });
    const { id } = await settled(
      acting.client,
      await post(
        acting.client,
        acting.thread,
        ['/call pay {"amount":40}', '/call pay {"amount":50}', '/call pay {"amount":20}'].join('\n'),
      ),
    );
    const statuses = (await callsOf(acting.client, id)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['failed', 'ok', 'ok']);
    expect(await used(acting)).toEqual(['90']);
  });
});

describe('[approval-policy.limits.give-back] what a limit counts of a call', () => {
  it('is given back if the call fails before it was sent', async () => {
    // Nothing listens there.
    const acting = await startPaying(service, { rules: allowAll, limits: [daily()] });
    const { call } = await pay(acting, { amount: 60 });
    expect(call.status).toBe('failed');
    expect(await used(acting)).toEqual(['0']);
    expect((await pay(acting, { amount: 100 })).call.error?.code).not.toBe('denied_by_policy');
  });

  it('stays counted if nobody knows whether the host has acted', async () => {
    const acting = await startPaying(service, { rules: allowAll, limits: [daily()] }, { host });
    host.answer = (_, response) => response.destroy();
    const { call } = await pay(acting, { amount: 60 });
    expect(call.error?.code).toBe('outcome_unknown');
    expect(await used(acting)).toEqual(['60']);
    expect((await pay(acting, { amount: 60 })).call.error?.code).toBe('denied_by_policy');
  });

  it('is given back if the call only has the result of one that it repeats', async () => {
    const patch = { reliability: { idempotent: true, retry: 'none', key: ['/amount'] } };
    const acting = await startPaying(service, { rules: allowAll, limits: [daily()] }, { host, patch });
    const { thread } = await pay(acting, { amount: 40 });
    const { call } = await pay(acting, { amount: 40 }, thread);
    expect(call).toMatchObject({ status: 'ok', repeated: true });
    expect(host.calls).toHaveLength(1);
    expect(await used(acting)).toEqual(['40']);
    expect((await pay(acting, { amount: 60 }, thread)).call.status).toBe('ok');
  });

  it('stays counted if the host refuses it', async () => {
    const acting = await startPaying(service, { rules: allowAll, limits: [daily()] }, { host });
    host.answer = (_, response) => json(response, 422, { error: 'no' });
    expect((await pay(acting, { amount: 60 })).call.status).toBe('failed');
    expect(await used(acting)).toEqual(['60']);
  });

  it('is nothing before it is approved, and nothing of a call that is rejected', async () => {
    const acting = await startPaying(service, { rules: holdAll, limits: [daily()] }, { host });
    const { run, thread } = await pay(acting, { amount: 60 });
    expect(await used(acting)).toEqual([]);
    await confirm(acting.client, run.id, await pendingCall(acting.client, thread), 'reject');
    await settled(acting.client, run.id);
    expect(await used(acting)).toEqual([]);
  });
});

describe('[approval-policy.limits.hold] a limit that holds', () => {
  const stages = [{ approvals: 1 }];

  it('is passed by a call that it held and that was approved, and counts it', async () => {
    const limits = [daily({ then: 'hold', stages })];
    const acting = await startPaying(service, { rules: allowAll, limits }, { host });
    expect((await pay(acting, { amount: 60 })).call).toMatchObject({ status: 'ok', gate: null });
    const { run, thread, call } = await pay(acting, { amount: 60 });
    expect(call).toMatchObject({
      gate: 'confirm',
      gate_rule: { policy: 'payments@1', verdict: 'hold', rule: 'all', limits: ['daily'] },
    });
    expect(run.pending).toMatchObject({
      notes: ['It exceeds the limit "daily": 100 for a day, of which 60 is used.'],
    });
    expect(verdict(await confirm(acting.client, run.id, await pendingCall(acting.client, thread)))).toEqual([
      202,
    ]);
    await settled(acting.client, run.id);
    expect(await used(acting)).toEqual(['120']);
  });

  it('[approval-policy.apply.unclear] holds what it cannot count, and says why', async () => {
    const limits = [daily({ amount: '/sum', then: 'deny' })];
    const acting = await startPaying(service, { rules: allowAll, limits }, { host });
    const { run, call } = await pay(acting, { amount: 60 });
    expect(call.gate_rule).toMatchObject({ verdict: 'hold', limits: ['daily'] });
    expect(run.pending).toMatchObject({
      notes: ['The limit "daily" cannot count this: /sum is not an amount.'],
    });
  });
});

it('[approval-policy.limits.count] a new version counts on where a limit keeps its name', async () => {
  const acting = await startPaying(service, { rules: allowAll, limits: [daily()] }, { host });
  expect((await pay(acting, { amount: 60 })).call.status).toBe('ok');
  await publishPolicy(acting.client, { rules: allowAll, limits: [daily({ max: '110' })] });
  expect((await pay(acting, { amount: 60 })).call.gate_rule).toEqual({
    policy: 'payments@2',
    verdict: 'deny',
    rule: 'all',
    limits: ['daily'],
  });
  expect((await pay(acting, { amount: 50 })).call.status).toBe('ok');
});
