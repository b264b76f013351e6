import { describe, expect, it } from 'vitest';
import { setWorkspaceRate, setWorkspaceStreams, setWorkspaceVoice } from '#store/credentials/workspaces.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { settled, post, startThread } from '#clients/raw/conversation.ts';
import { commitment } from '#store/audit/commitments.ts';
import { ChainVerifier } from '#contract/audit-chain.ts';
import { recompute } from '#store/audit/recompute.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection, deleteConnection } from '../../support/connections.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();

async function logOf(client: ApiClient, query = ''): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let cursor = ''; ;) {
    const page = await client.get<AuditEntry[]>(`/v1/audit?limit=100${query}${cursor}`);
    expect(page.status).toBe(200);
    entries.push(...page.data);
    const { next_cursor } = page.pagination ?? {};
    if (next_cursor === null || next_cursor === undefined) return entries;
    cursor = `&cursor=${next_cursor}`;
  }
}

const typesOf = (entries: AuditEntry[]) => entries.map(({ type }) => type);

function faultsOf(entries: AuditEntry[]): unknown[] {
  const verifier = new ChainVerifier();
  for (const entry of entries) verifier.add(entry, recompute(entry));
  return verifier.end();
}

it('[audit.what-is-told][audit.with-what-it-tells] a payment is told with who approved it, what was sent and what came of it', async () => {
  const host = await startHost();
  const pay = actingPatch('pay', {
    request: { method: 'POST', path: '/payments', body: { amount: '{{amount}}' } },
    redact: { args: ['/to'] },
    wired: { gate: 'confirm' },
  });
  const { client, thread, agent } = await startActing(service, { host, patches: [pay] });
  const run = await post(client, thread, '/call pay {"amount":12,"to":"secret account"}');
  await expect.poll(async () => await pendingCall(client, thread).catch(() => '')).not.toBe('');
  const call = await pendingCall(client, thread);
  const approver = client.with({ headers: { 'service-actor': 'mo@example.com' } });
  expect((await confirm(approver, run, call)).status).toBe(202);
  await settled(client, run);
  await host.stop();

  const entries = await logOf(client);
  expect(faultsOf(entries)).toEqual([]);
  const ofCall = entries.filter(({ target }) => target.id === call);
  expect(ofCall).toMatchObject([
    {
      type: 'call.decided',
      actor: 'mo@example.com',
      subject_ref: 'ada',
      credential: { kind: 'api_key' },
      details: { run_id: run, agent_id: agent.id, patch_ref: 'pay@1', decision: 'approve' },
    },
    {
      type: 'call.completed',
      subject_ref: 'ada',
      details: { status: 'ok', response_status: 200, attempts: 1, sent_at: expect.stringMatching(/Z$/) },
    },
  ]);
  // With the salt, which is kept apart, and the arguments as the trace shows them, they can be compared.
  const [decided] = ofCall as [AuditEntry];
  const stored = await service.db.audit_entries.findOne({ _id: decided.id });
  const shown = JSON.stringify({ amount: 12, to: '[redacted]' });
  const salt = stored?.salts?.content ?? '';
  expect(decided.commitments?.['args']).toBe(commitment(salt, 'args', shown));
  expect(JSON.stringify(entries)).not.toContain(salt);
  expect(JSON.stringify(entries)).not.toContain('secret account');
});

it('[audit.what-is-told] every approval of a payment that needs two is told, and one that was taken back', async () => {
  const host = await startHost();
  const pay = actingPatch('pay', {
    request: { method: 'POST', path: '/payments' },
    wired: { gate: { type: 'confirm', approvals: 2 } },
  });
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const run = await post(client, thread, '/call pay {"amount":12}');
  await settled(client, run);
  const call = await pendingCall(client, thread);
  const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });
  expect((await confirm(as('mo'), run, call)).status).toBe(202);
  const withdrawn = await as('mo').post(`/v1/loom/runs/${run}/withdraw`, { tool_call_id: call });
  expect(withdrawn.status).toBe(202);
  for (const actor of ['noor', 'mo']) expect((await confirm(as(actor), run, call)).status).toBe(202);
  await settled(client, run);
  await host.stop();
  const entries = await logOf(client);
  expect(faultsOf(entries)).toEqual([]);
  const ofCall = entries.filter(({ target }) => target.id === call);
  expect(ofCall.map(({ type, actor = '' }) => `${type} ${actor}`)).toEqual([
    'call.decided mo',
    'call.approval_withdrawn mo',
    'call.decided noor',
    'call.decided mo',
    'call.completed ',
  ]);
  expect(ofCall[0]).toMatchObject({
    details: { decision: 'approve', via: 'api_key' },
    commitments: { digest: expect.any(String) },
  });
  expect(ofCall[1]).toMatchObject({
    details: { given_at: ofCall[0]?.at, via: 'api_key' },
    credential: ofCall[0]?.credential,
  });
});

it('[audit.what-is-told] a rejection and a reported outcome are told, and a call that was never sent is not', async () => {
  const pay = actingPatch('pay', {
    request: { method: 'POST', path: '/payments' },
    wired: { gate: 'confirm' },
  });
  const sign = actingPatch('sign', { interaction: 'proposed_action' });
  const { client, thread } = await startActing(service, { patches: [pay, sign] });
  const run = await post(client, thread, '/call pay {}\n/call sign {}');
  const pending = async () => await pendingCall(client, thread).catch(() => '');
  await expect.poll(pending).not.toBe('');
  const held = await pending();
  expect((await confirm(client, run, held, 'reject')).status).toBe(202);
  await expect.poll(pending).not.toBe('');
  const body = { tool_call_id: await pending(), state: 'occurred', detail: { note: 'by hand' } };
  expect((await client.post(`/v1/loom/runs/${run}/outcome`, body)).status).toBe(202);
  await settled(client, run);
  const told = (await logOf(client)).filter(({ type }) => type.startsWith('call.'));
  expect(told).toMatchObject([
    { type: 'call.decided', target: { id: held }, actor: 'ada', details: { decision: 'reject' } },
    {
      type: 'call.outcome_reported',
      details: { state: 'occurred' },
      commitments: { detail: expect.any(String) },
    },
  ]);
  expect(JSON.stringify(told)).not.toContain('by hand');
});

it('[audit.what-is-told] whatever is made, changed or deleted in a workspace is told once, with who did it', async () => {
  const { client: plain, id } = await service.workspace();
  const client = plain.with({ headers: { 'service-actor': 'Noor' } });
  const { id: connection } = await createConnection(client, { name: 'host' });
  await client.send('PATCH', `/v1/connections/${connection}`, { json: { name: 'bank' } });
  await deleteConnection(client, connection);
  await client.post('/v1/patches', actingPatch('pay'));
  const definition = { key: 'a', name: 'A', instructions: '', model_class: 'scripted' };
  const { data: agent } = await client.post<{ id: string }>('/v1/agents', definition);
  // It is published already, and archived once.
  await client.post('/v1/agents', definition);
  await client.post(`/v1/agents/${agent.id}/archive`);
  await client.post(`/v1/agents/${agent.id}/archive`);
  const { data: key } = await client.post<{ id: string }>('/v1/api-keys');
  await client.send('DELETE', `/v1/api-keys/${key.id}`);
  const { data: signing } = await client.post<{ id: string }>('/v1/signing-keys', { algorithm: 'HS256' });
  await client.send('DELETE', `/v1/signing-keys/${signing.id}`);
  const hook = { url: 'https://example.com/hook', events: ['*'] };
  const { data: endpoint } = await client.post<{ id: string }>('/v1/webhook-endpoints', hook);
  await client.send('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { json: { enabled: false } });
  await client.post(`/v1/webhook-endpoints/${endpoint.id}/rotate-secret`);
  await client.send('DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
  await client.send('PUT', '/v1/mcp/settings', { json: { login_url: 'https://example.com/login' } });
  const group = { name: 'Finance', members: ['mo', 'noor'] };
  await client.send('PUT', '/v1/approver-groups/finance', { json: group });
  await client.send('PUT', '/v1/approver-groups/finance', { json: group });
  await client.send('DELETE', '/v1/approver-groups/finance');
  const policy = { key: 'payments', rules: [{ name: 'always', then: 'hold', stages: [{ approvals: 2 }] }] };
  expect((await client.post('/v1/approval-policies', policy)).status).toBe(201);
  expect((await client.post('/v1/approval-policies', policy)).status).toBe(200);
  // The second one is the erasure that is running.
  await client.send('DELETE', '/v1/subjects/somebody');
  await client.send('DELETE', '/v1/subjects/somebody');

  const [made, ...entries] = await logOf(client);
  expect(made).toMatchObject({ type: 'workspace.created', target: { id }, credential: { kind: 'operator' } });
  expect(typesOf(entries)).toEqual([
    'connection.created',
    'connection.changed',
    'connection.deleted',
    'patch.published',
    'agent.published',
    'agent.archived',
    'api_key.created',
    'api_key.deleted',
    'signing_key.created',
    'signing_key.deleted',
    'webhook_endpoint.created',
    'webhook_endpoint.changed',
    'webhook_endpoint.secret_rotated',
    'webhook_endpoint.deleted',
    'settings.changed',
    'approver_group.changed',
    'approver_group.deleted',
    'approval_policy.published',
    'erasure.requested',
  ]);
  expect(JSON.stringify(entries)).not.toContain('somebody');
  expect(
    entries.filter(({ actor, credential }) => actor !== 'Noor' || credential?.kind !== 'api_key'),
  ).toEqual([]);
  expect(faultsOf([made as AuditEntry, ...entries])).toEqual([]);
});

it('[audit.what-is-told] whoever asks for their own erasure is not named', async () => {
  const { client } = await service.workspace();
  await client.with({ headers: { 'service-actor': 'noor' } }).send('DELETE', '/v1/subjects/noor');
  const [, entry] = await logOf(client);
  expect(entry).toMatchObject({ type: 'erasure.requested', credential: { kind: 'api_key' } });
  expect(JSON.stringify(entry)).not.toContain('noor');
});

it('[audit.what-is-told] what the operator sets is told', async () => {
  const { client, id } = await service.workspace();
  await setWorkspaceRate(service.db, id, 700);
  await setWorkspaceStreams(service.db, id, 7);
  await setWorkspaceVoice(service.db, id, false);
  const operator = { type: 'settings.changed', credential: { kind: 'operator' } };
  expect((await logOf(client)).slice(1)).toMatchObject([
    { ...operator, details: { rate_limit_per_minute: 700 } },
    { ...operator, details: { stream_limit: 7 } },
    { ...operator, details: { voice_enabled: false } },
  ]);
});

describe('a list of the audit log', () => {
  it('[audit.filters] is filtered by type and time, and its pages follow one another', async () => {
    const { client } = await service.workspace();
    for (const name of ['a', 'b', 'c']) await createConnection(client, { name });
    const all = await logOf(client);
    expect(typesOf(await logOf(client, '&type=connection.created'))).toEqual(
      Array(3).fill('connection.created'),
    );
    const [, second, third] = all as [AuditEntry, AuditEntry, AuditEntry];
    expect((await logOf(client, `&from=${third.at}`)).at(0)?.at).toBe(third.at);
    const before = await logOf(client, `&to=${second.at}`);
    expect(before.every(({ at }) => at < second.at)).toBe(true);
    const first = await client.get<AuditEntry[]>('/v1/audit?limit=2');
    const rest = await client.get<AuditEntry[]>(`/v1/audit?limit=2&cursor=${first.pagination?.next_cursor}`);
    expect([...first.data, ...rest.data].map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it.each(['type=nothing', 'from=yesterday', 'seq=1'])(
    '[audit.filters] with %s is refused',
    async (query) => {
      const { client } = await service.workspace();
      expect(verdict(await client.get(`/v1/audit?${query}`))).toEqual([422, 'invalid_request']);
    },
  );

  it('[audit.order] shows a workspace its own log only', async () => {
    const [one, other] = [await service.workspace(), await service.workspace()];
    await createConnection(one.client, { name: 'mine' });
    expect(typesOf(await logOf(other.client))).toEqual(['workspace.created']);
  });
});

it('[audit.no-contents] what a run says and does without a host is not told', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  await settled(client, await post(client, thread, 'Hello'));
  expect(typesOf(await logOf(client)).filter((type) => type.startsWith('call.'))).toEqual([]);
});
