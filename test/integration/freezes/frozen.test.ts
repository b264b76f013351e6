import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Change } from '#contract/change.ts';
import type { Connection } from '#contract/connection.ts';
import type { Freeze } from '#contract/freeze.ts';
import type { Run } from '#contract/run.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, startActing, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { erase, erased, erasureOf } from '../../support/erasures.ts';
import { eventsOf } from '../../support/events.ts';
import { freeze, lift } from '../../support/freezes.ts';
import { perTest } from '../../support/per-file.ts';
import { pay, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { sweepingOf } from '../../support/sweeping.ts';

const service = sharedService();
const host = perTest(startHost);
const timeout = 60_000;
const workspace = { scope: 'workspace' } as const;
const hold = { rules: [{ name: 'all', then: 'hold' }] };

/** A held call, and how people decide on it. */
async function holding(policy: object = hold) {
  const acting = await startPaying(service, policy, { host });
  const { run, thread } = await pay(acting, { amount: 5 });
  const { pending_confirmation: held } = await threadOf(acting.client, thread);
  if (held === undefined) throw new Error('nothing is held');
  const { client } = acting;
  const { tool_call_id, digest } = held;
  const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });
  const send = async (actor: string, action: 'confirm' | 'withdraw', body: object = {}) =>
    await as(actor).post<{ state: string; not_before?: string }>(`/v1/loom/runs/${run.id}/${action}`, {
      tool_call_id,
      ...body,
    });
  const approve = async () => await send('eve', 'confirm', { decision: 'approve', digest });
  return { ...acting, run: run.id, thread, tool_call_id, digest, as, send, approve };
}

async function runOf(client: ApiClient, run: string): Promise<Run> {
  return (await client.get<Run>(`/v1/loom/runs/${run}`)).data;
}

/** The freeze that the held call of a run shows, once it shows one. */
async function frozenIn(client: ApiClient, run: string) {
  const shown = async () => (await runOf(client, run)).pending_confirmations?.[0]?.frozen;
  await expect.poll(shown, { timeout }).toBeDefined();
  return await shown();
}

async function ended(client: ApiClient, run: string): Promise<Run> {
  await expect.poll(async () => (await runOf(client, run)).terminal, { timeout }).toBe(true);
  return await runOf(client, run);
}

it('[freeze.held] [freeze.held.shown] [freeze.lifted] [freeze.audit] an approved call stays held while it is frozen, and is sent once the freeze is lifted', async () => {
  const { client, as, run, thread, approve, digest } = await holding();
  const put = await freeze(as('mia'), workspace, 'An account was taken over.');
  expect(put).toMatchObject({ status: 200, data: { ...workspace, actor: 'mia', in_flight: 0 } });
  expect((await approve()).status).toBe(202);
  const frozen = await frozenIn(client, run);
  expect(frozen).toEqual({ ...workspace, reason: 'An account was taken over.', at: put.data.at });
  const { state, pending_confirmations } = await runOf(client, run);
  expect(state).toBe('awaiting_input');
  expect(pending_confirmations).toMatchObject([{ digest, frozen, approvals: { given: [{ actor: 'eve' }] } }]);
  expect(pending_confirmations?.[0]).not.toHaveProperty('not_before');
  expect((await threadOf(client, thread)).pending_confirmation).toEqual(pending_confirmations?.[0]);
  const { data: inbox } = await client.get<Approval[]>('/v1/loom/approvals');
  expect(inbox).toMatchObject([{ run_id: run, frozen }]);
  expect((await client.get<Approval[]>('/v1/loom/approvals?actor=bo')).data).toEqual([]);
  expect(await callsOf(client, run)).toMatchObject([{ status: 'pending', frozen }]);
  expect(host.calls).toEqual([]);

  const lifted = await lift(as('mia'), workspace);
  expect(lifted).toMatchObject({ status: 200, data: workspace });
  expect((await ended(client, run)).reason).toBe('finished');
  expect(host.calls).toHaveLength(1);
  const [call] = await callsOf(client, run);
  expect(call).toMatchObject({ status: 'ok', decision: { actor: 'eve', decision: 'approve' } });
  expect(call).not.toHaveProperty('frozen');
  const { data: log } = await client.get<AuditEntry[]>('/v1/audit');
  const types = log.map(({ type }) => type).filter((type) => /^(freeze|call)\./.test(type));
  expect(types.toSorted()).toEqual(['call.completed', 'call.decided', 'freeze.lifted', 'freeze.set']);
  expect(JSON.stringify(log)).not.toContain('taken over');
  expect((await service.db.runs.findOne({ _id: run }))?.frozen_by).toBeUndefined();
});

it('[freeze.lifted] a call of which one freeze is lifted shows the other one, and is not sent', async () => {
  const { client, run, approve } = await holding();
  const { data: connections } = await client.get<Connection[]>('/v1/connections');
  const connection = { scope: 'connection', id: connections[0]?.id ?? '' } as const;
  const agent = { scope: 'agent', id: 'acting' } as const;
  await freeze(client, connection, 'The bank is away.');
  await freeze(client, agent, 'The agent errs.');
  await approve();
  expect(await frozenIn(client, run)).toMatchObject(connection);
  expect((await lift(client, connection)).status).toBe(200);
  const shown = async () => (await runOf(client, run)).pending_confirmations?.[0]?.frozen?.scope;
  await expect.poll(shown, { timeout }).toBe('agent');
  expect(host.calls).toEqual([]);
  await lift(client, agent);
  await ended(client, run);
  expect(host.calls).toHaveLength(1);
});

it('[freeze.lifted] a call whose freeze was lifted by a process that died is made by the sweep, and goes back to its gate after an hour', async () => {
  const now = await holding();
  const late = await holding();
  for (const { client, run, approve, workspace: workspace_id, hours } of [
    { ...now, hours: 0 },
    { ...late, hours: 2 },
  ]) {
    await freeze(client, workspace);
    await approve();
    await frozenIn(client, run);
    await service.db.freezes.updateOne(
      { workspace_id },
      { $set: { lifted_at: new Date(Date.now() - hours * 3_600_000), key: 'lifted' } },
    );
  }
  const sweeping = sweepingOf(service);
  await sweeping.sweep();
  await sweeping.close();
  await ended(now.client, now.run);
  expect(host.calls).toHaveLength(1);
  const returned = async () => (await runOf(late.client, late.run)).pending_confirmations?.[0]?.returned;
  await expect.poll(returned, { timeout }).toMatchObject({ reason: 'not_sent_in_time' });
});

it('[freeze.lifted] an approval that became too old while it was frozen has to be given again', async () => {
  const policy = { ...hold, checks: [{ type: 'approval_age', max_seconds: 600 }] };
  const { client, run, approve, workspace: workspace_id } = await holding(policy);
  await freeze(client, workspace);
  await approve();
  await frozenIn(client, run);
  const longAgo = new Date(Date.now() - 700_000);
  await service.db.tool_calls.updateOne({ workspace_id }, { $set: { 'approvals.0.created_at': longAgo } });
  await lift(client, workspace);
  const returned = async () => (await runOf(client, run)).pending_confirmations?.[0]?.returned;
  await expect.poll(returned, { timeout }).toMatchObject({ reason: 'approval_age' });
  expect(host.calls).toEqual([]);
});

it('[freeze.held.shown] a frozen call can be withdrawn and rejected, and by nobody approved once more', async () => {
  const { client, run, approve, send, digest } = await holding();
  await freeze(client, workspace);
  await approve();
  await frozenIn(client, run);
  const further = await send('bo', 'confirm', { decision: 'approve', digest });
  expect(further).toMatchObject({ status: 404, error: { code: 'unknown_confirmation' } });
  expect((await send('eve', 'withdraw')).status).toBe(202);
  const [held] = (await runOf(client, run)).pending_confirmations ?? [];
  expect(held).toMatchObject({ approvals: { given: [], withdrawn: 1 } });
  expect(held).not.toHaveProperty('frozen');
  await approve();
  await frozenIn(client, run);
  expect((await send('bo', 'confirm', { decision: 'reject', digest })).status).toBe(202);
  await settled(client, run);
  expect(await callsOf(client, run)).toMatchObject([{ status: 'failed', result: { declined: true } }]);
  const types = (await eventsOf(service.db, run)).map(({ type }) => type);
  expect(types.filter((type) => type === 'tool_call.started')).toHaveLength(1);
  expect(host.calls).toEqual([]);
});

it('[freeze.closing] a cancelled run waits for its frozen call, and ends once that is withdrawn or sent', async () => {
  for (const end of ['withdraw', 'lift'] as const) {
    host.calls.length = 0;
    const { client, run, approve, send } = await holding();
    await freeze(client, workspace);
    await approve();
    await frozenIn(client, run);
    await client.post(`/v1/loom/runs/${run}/cancel`);
    expect(await runOf(client, run)).toMatchObject({ state: 'awaiting_input' });
    if (end === 'withdraw') await send('eve', 'withdraw');
    else await lift(client, workspace);
    expect(await ended(client, run)).toMatchObject({ reason: 'cancelled' });
    expect(host.calls).toHaveLength(end === 'lift' ? 1 : 0);
  }
});

it('[freeze.closing] [erasure.everything] a subject whose frozen call holds its run is erased once the call is withdrawn or the freeze is lifted', async () => {
  for (const end of ['withdraw', 'lift'] as const) {
    host.calls.length = 0;
    const { client, run, approve, send } = await holding();
    await freeze(client, workspace);
    await approve();
    await frozenIn(client, run);
    const { data: erasure } = await erase(client, 'ada');
    const isCancelled = async () => (await service.db.runs.findOne({ _id: run }))?.cancel_requested;
    await expect.poll(isCancelled, { timeout }).toBe(true);
    expect(await erasureOf(client, erasure.id)).toMatchObject({ status: 'running' });
    expect(await runOf(client, run)).toMatchObject({ state: 'awaiting_input' });
    if (end === 'withdraw') await send('eve', 'withdraw');
    else await lift(client, workspace);
    await erased(client, erasure.id);
    expect(host.calls).toHaveLength(end === 'lift' ? 1 : 0);
    expect(await service.db.runs.findOne({ _id: run })).toBeNull();
    expect(await service.db.tool_calls.findOne({ run_id: run })).toBeNull();
  }
});

it('[freeze.held] a call that cools off is frozen when its time has come', async () => {
  const policy = { rules: [{ name: 'undo', then: 'hold', stages: [{ approvals: 1, undo_seconds: 2 }] }] };
  const { client, run, approve } = await holding(policy);
  await freeze(client, workspace);
  expect((await approve()).data).toHaveProperty('not_before');
  expect(await frozenIn(client, run)).toMatchObject(workspace);
  await lift(client, workspace);
  await ended(client, run);
  expect(host.calls).toHaveLength(1);
});

it('[freeze.no-gate] [freeze.goes-on] a call without a gate fails while it is frozen, and built-in patches go on', async () => {
  const { client, thread } = await startActing(service, {
    host,
    patches: [actingPatch('send', { request: { method: 'POST', path: '/send', body: {} } })],
  });
  await freeze(client, { scope: 'agent', id: 'acting' }, 'A secret reason.');
  const run = await converse(client, thread, '/call send {}');
  expect(await callsOf(client, run.id)).toMatchObject([{ status: 'failed', error: { code: 'frozen' } }]);
  expect(JSON.stringify(await callsOf(client, run.id))).not.toContain('secret');
  const looked = await converse(client, thread, '/call identify_account {"bic":"DEUTDEFF"}');
  expect(await callsOf(client, looked.id)).toMatchObject([{ status: 'ok' }]);
  expect(host.calls).toEqual([]);
  await lift(client, { scope: 'agent', id: 'acting' });
  const again = await converse(client, thread, '/call send {}');
  expect(await callsOf(client, again.id)).toMatchObject([{ status: 'ok' }]);
  const stored = await service.db.tool_calls.findOne({ run_id: run.id });
  expect(stored).not.toHaveProperty('sending');
});

it.each([
  [503, 'frozen'],
  [502, 'outcome_unknown'],
])(
  '[freeze.no-gate] a call that waits for another attempt after %i is not sent again: %s',
  async (status, code) => {
    const patch = actingPatch('send', {
      request: { method: 'POST', path: '/send', body: {} },
      reliability: { idempotent: true, retry: 'safe' },
    });
    const { client, agent } = await startActing(service, { host, patches: [patch] });
    const thread = await startThread(client, agent.id);
    let frozen: Promise<unknown> | undefined;
    host.answer = (_, response) => {
      frozen ??= freeze(client, workspace);
      void frozen.then(() => json(response, status, {}, { 'retry-after': '1' }));
    };
    const run = await converse(client, thread, '/call send {}');
    const [call] = await callsOf(client, run.id);
    expect(call?.status).toBe('failed');
    expect(call?.error?.code).toBe(code);
    expect(host.calls).toHaveLength(1);
  },
);

it('[freeze.after-response] no call is sent that was recorded after the response to a freeze', async () => {
  const patch = actingPatch('send', { request: { method: 'POST', path: '/send', body: {} } });
  const { client, agent } = await startActing(service, { host, patches: [patch] });
  const arrivals: number[] = [];
  host.answer = (_, response) => {
    arrivals.push(performance.now());
    // Long enough for some to be on their way whenever the freeze comes.
    setTimeout(() => json(response, 200, { ok: true }), 20);
  };
  const threads = await Promise.all(Array.from({ length: 24 }, async () => startThread(client, agent.id)));
  const calls = Array.from({ length: 4 }, () => '/call send {}').join('\n');
  const runs = await Promise.all(threads.map(async (thread) => post(client, thread, calls)));
  await expect.poll(() => arrivals.length, { timeout, interval: 5 }).toBeGreaterThan(5);
  const put = await freeze(client, workspace);
  const frozenAt = performance.now();
  for (const run of runs) await ended(client, run);
  const later = arrivals.filter((at) => at > frozenAt);
  expect(later.length).toBeLessThanOrEqual(put.data.in_flight);
  const stored = await service.db.tool_calls.find({ run_id: { $in: runs } }).toArray();
  const failed = stored.filter(({ error }) => error?.code === 'frozen');
  expect(failed.length).toBeGreaterThan(0);
  expect(arrivals.length + failed.length).toBe(stored.length);
  expect(
    stored.filter(({ sending }) => (sending?.first_at?.getTime() ?? 0) > Date.parse(put.data.at) + 5000),
  ).toEqual([]);
});

it('[freeze.put] a frozen payee is not paid, by whatever spelling of its account, and others are', async () => {
  const iban = 'DE89370400440532013000';
  const text = { type: 'string' };
  const patch = actingPatch('pay', {
    input_schema: { type: 'object', properties: { amount: {}, iban: text }, additionalProperties: false },
    payment: {
      amount: '/amount',
      currency: { constant: 'EUR' },
      payee: { account: { iban: '/iban' } },
    },
    request: { method: 'POST', path: '/pay', body: {} },
  });
  const { client, agent } = await startActing(service, { host, patches: [patch] });
  const { data: payee } = await client.post<{ id: string }>('/v1/payees', { account: { iban } });
  const target = { scope: 'payee', id: payee.id } as const;
  expect(await freeze(client, target)).toMatchObject({ status: 200, data: target });
  const paid = async (to: string) => {
    const thread = await startThread(client, agent.id);
    const run = await converse(client, thread, `/call pay {"amount":"1","iban":"${to}"}`);
    const [call] = await callsOf(client, run.id);
    return call?.error?.code ?? call?.status;
  };
  expect(await paid('de89 3704 0044 0532 0130 00')).toBe('frozen');
  expect(await paid('DE89/3704/0044/0532/0130/00')).toBe('frozen');
  expect(await paid('FR1420041010050500013M02606')).toBe('ok');
  await lift(client, target);
  expect(await paid(iban)).toBe('ok');
  expect(host.calls).toHaveLength(2);
});

it('[freeze.lift] two people lift a freeze where that is required, and one alone freezes', async () => {
  const { client, as, run, approve } = await holding();
  const settings = await as('mia').send('PUT', '/v1/settings/four-eyes', { json: { freeze: true } });
  expect(settings.status).toBe(200);
  expect((await freeze(as('mia'), workspace)).status).toBe(200);
  await approve();
  await frozenIn(client, run);
  const proposed = (await lift(as('mia'), workspace)) as { status: number; data: Change };
  expect(proposed).toMatchObject({
    status: 202,
    data: { kind: 'freeze', operation: 'liftFreeze', target: { kind: 'freeze', id: 'workspace' } },
  });
  expect((await client.get<Freeze[]>('/v1/freeze')).data).toHaveLength(1);
  const path = `/v1/changes/${proposed.data.id}/approve`;
  expect((await as('mia').post(path)).status).toBe(403);
  expect((await as('noa').post(path)).status).toBe(200);
  await ended(client, run);
  expect(host.calls).toHaveLength(1);
  expect((await client.get<Freeze[]>('/v1/freeze')).data).toEqual([]);
});
