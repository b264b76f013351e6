import { createHash } from 'node:crypto';
import { compactVerify, createRemoteJWKSet } from 'jose';
import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { settled, post } from '#clients/raw/conversation.ts';
import type { Thread as ShownThread } from '#contract/thread.ts';
import { newId } from '#store/mongo/ids.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection, patchConnection } from '../../support/connections.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perTest(startHost);

/** Reads a statement as an outsider does. */
async function read(jws: string): Promise<{ typ: string | undefined; says: Record<string, unknown> }> {
  const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
  const { payload, protectedHeader } = await compactVerify(jws, keys);
  const says = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>;
  return { typ: protectedHeader.typ, says };
}

async function statement(client: ApiClient, path: string): Promise<Awaited<ReturnType<typeof read>>> {
  const { status, data } = await client.get<{ jws: string }>(path);
  expect(status).toBe(200);
  return await read(data.jws);
}

it('[audit.head] the head names the newest entry, whatever was stored a moment ago', async () => {
  const { client, id } = await service.workspace();
  const first = await statement(client, '/v1/audit/head');
  await createConnection(client, { name: 'more' });
  const second = await statement(client, '/v1/audit/head');
  const { data } = await client.get<AuditEntry[]>('/v1/audit');
  const said = data.map(({ seq, hash, at }) => ({ workspace: id, seq, hash, at }));
  expect([first, second]).toEqual(said.map((says) => ({ typ: 'audit-head+json', says })));
});

const pay = actingPatch('pay', {
  request: { method: 'POST', path: '/payments' },
  wired: { gate: 'confirm' },
});

it('[audit.receipt] a call that was sent has a receipt that its entries of the audit log confirm', async () => {
  const { client, thread, agent, workspace } = await startActing(service, { host, patches: [pay] });
  const run = await post(client, thread, '/call pay {"amount":3}');
  await settled(client, run);
  const call = await pendingCall(client, thread);
  const path = `/v1/loom/runs/${run}/receipt?tool_call_id=${call}`;
  expect(verdict(await client.get(path))).toEqual([404, 'call_not_executed']);
  const approver = client.with({ headers: { 'service-actor': 'mo@example.com' } });
  expect((await confirm(approver, run, call)).status).toBe(202);
  await settled(client, run);
  const { typ, says } = await statement(client, path);
  const { data } = await client.get<AuditEntry[]>('/v1/audit?limit=100');
  const told = data.filter(({ target }) => target.id === call);
  const [decided, completed] = told.map(({ seq, hash }) => ({ seq, hash }));
  expect(typ).toBe('call-receipt+json');
  // A trace does not show ids of calls: its reader asks by place.
  const byPlace = await statement(client, `/v1/loom/runs/${run}/receipt?turn=1&call=1`);
  expect(byPlace.says).toEqual(says);
  expect(says).toEqual({
    workspace,
    run_id: run,
    tool_call_id: call,
    agent_id: agent.id,
    patch_ref: 'pay@1',
    decisions: [
      {
        actor: 'mo@example.com',
        via: 'api_key',
        credential: { kind: 'api_key', id: expect.any(String) },
        decision: 'approve',
        at: told[0]?.at,
        audit: decided,
      },
    ],
    status: 'ok',
    response_status: 200,
    connection_id: expect.any(String),
    attempts: 1,
    sent_at: expect.any(String),
    digest: expect.stringMatching(/^sha-256=:.+:$/),
    document: expect.stringContaining(call),
    salt: expect.stringMatching(/^[\w-]{43}$/),
    completed_at: told[1]?.at,
    commitments: told[1]?.commitments,
    audit: completed,
  });
});

it('[audit.receipt] a call that was rejected, is of another run, or does not exist has none', async () => {
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const run = await post(client, thread, '/call pay {}\n---\n/call pay {}');
  await settled(client, run);
  const call = await pendingCall(client, thread);
  expect((await confirm(client, run, call, 'reject')).status).toBe(202);
  await settled(client, run);
  const receipt = async (of: string, id: string, as = client) =>
    verdict(await as.get(`/v1/loom/runs/${of}/receipt?tool_call_id=${id}`));
  expect(await receipt(run, call)).toEqual([404, 'call_not_executed']);
  expect(await receipt(run, newId())).toEqual([404, 'call_not_executed']);
  expect(await receipt(newId(), call)).toEqual([404, 'not_found']);
  expect(await receipt(run, call, client.as('bob'))).toEqual([404, 'not_found']);
  expect(await receipt(run, 'x')).toEqual([422, 'invalid_request']);
  const asked = async (query: string) => verdict(await client.get(`/v1/loom/runs/${run}/receipt${query}`));
  expect(await asked('?turn=1&call=2')).toEqual([404, 'call_not_executed']);
  for (const query of ['', '?turn=1', '?call=1', '?turn=0&call=1', `?tool_call_id=${call}&turn=1&call=1`]) {
    expect([query, ...(await asked(query))]).toEqual([query, 422, 'invalid_request']);
  }
});

it('[audit.receipt.standing] [audit.withdrawn-by] approvals that were taken back or lapsed do not count in a receipt', async () => {
  const gated = actingPatch('pay', {
    request: { method: 'POST', path: '/payments' },
    wired: { gate: { type: 'confirm', approvals: 2 } },
  });
  const { client, thread } = await startActing(service, { host, patches: [gated] });
  const run = await post(client, thread, '/call pay {"amount":5}');
  await settled(client, run);
  const call = await pendingCall(client, thread);
  const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });
  const approve = async (...actors: string[]) => {
    for (const actor of actors) expect((await confirm(as(actor), run, call)).status).toBe(202);
  };
  await approve('mo');
  const withdrawn = await as('MO').post(`/v1/loom/runs/${run}/withdraw`, { tool_call_id: call });
  expect(withdrawn.status).toBe(202);
  await approve('noor');
  const { data: connections } = await client.get<{ id: string }[]>('/v1/connections');
  await patchConnection(client, connections[0]?.id ?? '', { headers: { 'x-branch': '7' } });
  await approve('eve');
  const returned = async () => {
    const { data } = await client.get<ShownThread>(`/v1/loom/threads/${thread}`);
    return data.pending_confirmation?.returned?.reason;
  };
  await expect.poll(returned).toBe('connection');
  await approve('zoe', 'mo');
  await settled(client, run);
  const { says } = await statement(client, `/v1/loom/runs/${run}/receipt?tool_call_id=${call}`);
  const { data } = await client.get<AuditEntry[]>('/v1/audit?limit=100');
  const told = data.filter(({ target }) => target.id === call);
  const placeOf = (type: string) => {
    const [{ at, seq, hash } = { at: '', seq: 0, hash: '' }] = told.filter((entry) => entry.type === type);
    return { at, ended: { seq, hash } };
  };
  const { at: withdrawn_at, ended: byWithdrawal } = placeOf('call.approval_withdrawn');
  const { at: lapsed_at, ended: byLapse } = placeOf('call.approval_lapsed');
  const lapsed = { lapsed_at, lapsed_because: 'connection', ended: byLapse };
  expect(says).toMatchObject({
    decisions: [{ actor: 'zoe' }, { actor: 'mo' }],
    earlier_decisions: [
      { actor: 'mo', decision: 'approve', withdrawn_at, ended: byWithdrawal },
      { actor: 'noor', ...lapsed },
      { actor: 'eve', ...lapsed },
    ],
    digest: expect.stringMatching(/^sha-256=:.+:$/),
  });
  expect(told.filter(({ type }) => type === 'call.approval_withdrawn')).toMatchObject([
    { actor: 'MO', credential: { kind: 'api_key' }, details: { via: 'api_key' } },
  ]);
});

it('[audit.receipt.from-log] a receipt is signed of what the log is committed to, and of nothing that was changed since', async () => {
  const gated = actingPatch('pay', {
    request: { method: 'POST', path: '/payments' },
    wired: { gate: { type: 'confirm', approvals: 1 } },
  });
  const { client, thread } = await startActing(service, { host, patches: [gated] });
  const run = await post(client, thread, '/call pay {"amount":4}');
  await settled(client, run);
  const call = await pendingCall(client, thread);
  await confirm(client, run, call);
  await settled(client, run);
  const path = `/v1/loom/runs/${run}/receipt?tool_call_id=${call}`;
  const { says } = await statement(client, path);
  const digest = createHash('sha256').update(String(says['document'])).digest('base64');
  expect(says).toMatchObject({ digest: `sha-256=:${digest}:`, gate_rule: { type: 'confirm' } });
  expect(JSON.parse(String(says['document']))).toMatchObject({ args: { amount: 4 } });

  const change = async (set: object) => {
    await service.db.tool_calls.updateOne({ _id: call }, { $set: set });
    return verdict(await client.get(path));
  };
  const before = await service.db.tool_calls.findOne({ _id: call });
  expect(await change({ 'applied_gate.rule': { policy: 'lax@1' } })).toEqual([409, 'audit_log_changed']);
  expect(await change({ ...before, args: '{"amount":82000}' })).toEqual([409, 'audit_log_changed']);
  expect(await change({ ...before })).toEqual([200]);
  const decided = { 'target.id': call, type: 'call.decided' } as const;
  await service.db.audit_entries.updateOne(decided, { $set: { 'gate_rule.verdict': 'allow' } });
  expect(verdict(await client.get(path))).toEqual([409, 'audit_log_changed']);
});
