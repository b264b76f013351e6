import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AcceptedMessage } from '#contract/message.ts';
import type { Documents } from '#store/documents/documents.ts';
import { type Acting, callsOf, pendingCall, startActing } from '../../support/acting-run.ts';
import { actingPatch, type Host, startHost } from '../../support/acting.ts';
import { definition } from '../../support/agents.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { connectionBody, createConnection, deleteConnection } from '../../support/connections.ts';
import { messagesOf, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { forgetResponses, isReplayed, withKey } from '../../support/idempotency.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { leaveCredits } from '../../support/ledger.ts';

const service = sharedService();
let workspace: TestWorkspace;
let client: ApiClient;
let keyed: ApiClient;
let jwk: object;
beforeAll(async () => {
  jwk = await exportJWK((await generateKeyPair('EdDSA')).publicKey);
});

beforeEach(async () => {
  workspace = await service.workspace({ subject: 'ada' });
  ({ client } = workspace);
  keyed = withKey(client);
});
/** Sends a request, and once more after its process died: both answers. The first reached nobody. */
async function interrupted<Data>(
  send: (keyed: ApiClient) => Promise<ApiAnswer<Data>>,
): Promise<[first: ApiAnswer<Data>, next: ApiAnswer<Data>]> {
  const first = await send(keyed);
  await forgetResponses(service.db);
  const next = await send(keyed);
  expect([isReplayed(first), isReplayed(next)]).toEqual([false, false]);
  const replay = await send(keyed);
  expect([replay.body, isReplayed(replay)]).toEqual([next.body, true]);
  return [first, next];
}

const webhook = { url: 'https://hooks.example/heddle', events: ['*'] };
const creations: [string, keyof Documents, (keyed: ApiClient) => Promise<ApiAnswer>][] = [
  ['an agent', 'agents', (keyed) => keyed.post('/v1/agents', definition())],
  ['a patch', 'patches', (keyed) => keyed.post('/v1/patches', patchDefinition())],
  ['a connection', 'connections', (keyed) => keyed.post('/v1/connections', connectionBody())],
  [
    'a secret',
    'signing_keys',
    (keyed) => keyed.post('/v1/signing-keys', { algorithm: 'HS256', name: 'Mobile' }),
  ],
  [
    'a public key',
    'signing_keys',
    (keyed) => keyed.post('/v1/signing-keys', { algorithm: 'EdDSA', public_jwk: jwk }),
  ],
  ['a webhook endpoint', 'webhook_endpoints', (keyed) => keyed.post('/v1/webhook-endpoints', webhook)],
];

it.each(creations)(
  '[idempotency.lease] %s is made once, and shown whole to whoever comes after a crash',
  async (_, collection, send) => {
    const [first, next] = await interrupted(send);
    expect(first.status).toBe(201);
    expect([next.status, next.body]).toEqual([first.status, first.body]);
    expect(await service.db[collection].countDocuments({ workspace_id: workspace.id })).toBe(1);
  },
);

it('[idempotency.lease] a thread is started once', async () => {
  const agent = await publishScripted(client);
  const [first, next] = await interrupted((keyed) =>
    keyed.post('/v1/loom/threads', { agent_id: agent.id, metadata: { order: '7' } }),
  );
  expect([next.status, next.body]).toEqual([201, first.body]);
  expect(await service.db.threads.countDocuments({ workspace_id: workspace.id })).toBe(1);
});

it('[idempotency.lease] an API key is made once: the one that was shown to nobody gives way to the one that is', async () => {
  type Created = { id: string; key: string };
  const [first, next] = await interrupted((keyed) =>
    keyed.post<Created>('/v1/api-keys', { name: 'Nightly' }),
  );
  expect(next).toMatchObject({ status: 201, data: { id: first.data.id, name: 'Nightly' } });
  expect((await client.with({ apiKey: next.data.key }).get('/v1/agents')).status).toBe(200);
  expect((await client.with({ apiKey: first.data.key }).get('/v1/agents')).status).toBe(401);
  expect(await service.db.api_keys.countDocuments({ workspace_id: workspace.id })).toBe(2);
});

it('[idempotency.lease] a secret is rotated once', async () => {
  const { data } = await client.post<{ id: string; secret: string }>('/v1/webhook-endpoints', webhook);
  const [first, next] = await interrupted((keyed) =>
    keyed.post<{ secret: string }>(`/v1/webhook-endpoints/${data.id}/rotate-secret`),
  );
  expect([next.status, next.data]).toEqual([200, first.data]);
  expect(next.data.secret).not.toBe(data.secret);
});

describe('a message', () => {
  it('[idempotency.lease] opens one run', async () => {
    const thread = await startThread(client);
    const [first, next] = await interrupted((keyed) =>
      keyed.post<AcceptedMessage>(`/v1/loom/threads/${thread}/messages`, {
        content: '/sleep 300\n/say Hello',
      }),
    );
    expect([next.status, next.data.run_id]).toEqual([202, first.data.run_id]);
    await settled(client, first.data.run_id);
    expect((await messagesOf(client, thread)).map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('[idempotency.lease] is found though its run has ended and the credits are spent', async () => {
    const thread = await startThread(client);
    const path = `/v1/loom/threads/${thread}/messages`;
    const { data } = await keyed.post<AcceptedMessage>(path, { content: 'Hello' });
    await settled(client, data.run_id);
    await leaveCredits(service.db, workspace.id, 0);
    await forgetResponses(service.db);
    const next = await keyed.post<AcceptedMessage>(path, { content: 'Hello' });
    expect([next.status, next.data]).toEqual([202, { ...data, state: 'closed' }]);
  });

  it('[idempotency.released-after-refusal] is found though a repetition in between was refused', async () => {
    const { id } = await createConnection(client, { name: 'bank' });
    const thread = await startThread(client);
    const path = `/v1/loom/threads/${thread}/messages`;
    const key = { 'idempotency-key': 'once', 'service-connection': 'bank' };
    const naming = client.with({ headers: key });
    const { data } = await naming.post<AcceptedMessage>(path, { content: 'Hello' });
    await settled(client, data.run_id);
    await forgetResponses(service.db);
    await deleteConnection(client, id);
    const refused = await naming.post(path, { content: 'Hello' });
    expect([refused.status, refused.error.code]).toEqual([422, 'unknown_connection']);
    await createConnection(client, { name: 'bank' });
    const next = await naming.post<AcceptedMessage>(path, { content: 'Hello' });
    expect([next.status, next.data.run_id]).toEqual([202, data.run_id]);
    expect(await service.db.runs.countDocuments({ thread_id: thread })).toBe(1);
  });

  it('[idempotency.lease] answers one question, and does not open a run when the question is answered', async () => {
    const thread = await startThread(
      client,
      (await publishScripted(client, { patches: [{ ref: 'ask_user@1' }] })).id,
    );
    const run = await post(client, thread, '/call ask_user {"question":"Which?"}\n---\n/say {{last}}');
    expect((await settled(client, run)).state).toBe('awaiting_input');
    const [first, next] = await interrupted((keyed) =>
      keyed.post<AcceptedMessage>(`/v1/loom/threads/${thread}/messages`, { content: 'The first' }),
    );
    expect([first.data.run_id, next.data.run_id]).toEqual([run, run]);
    await settled(client, run);
    expect(await service.db.runs.countDocuments({ thread_id: thread })).toBe(1);
    expect(await service.db.messages.countDocuments({ thread_id: thread, role: 'user' })).toBe(2);
  });
});

describe('what a paused run waits for', () => {
  let host: Host;
  let acting: Acting;
  let run: string;
  beforeEach(async () => {
    host = await startHost();
    return async () => await host.stop();
  });

  async function paused(patch: ReturnType<typeof actingPatch>): Promise<string> {
    acting = await startActing(service, { host, patches: [patch] });
    ({ client } = acting);
    keyed = withKey(client);
    run = await post(client, acting.thread, `/call ${patch.key} {"amount":12}`);
    await settled(client, run);
    return await pendingCall(client, acting.thread);
  }

  it.each(['approve', 'reject'])(
    '[idempotency.lease] a decision to %s is taken once, and accepted again after a crash',
    async (decision) => {
      const tool_call_id = await paused(actingPatch('pay', { wired: { gate: 'confirm' } }));
      const [, next] = await interrupted((keyed) =>
        keyed.post(`/v1/loom/runs/${run}/confirm`, { tool_call_id, decision }),
      );
      expect([next.status, next.data]).toEqual([202, expect.objectContaining({ run_id: run })]);
      await settled(client, run);
      expect(host.calls.length).toBe(decision === 'approve' ? 1 : 0);
      const [call] = await callsOf(client, run);
      expect(call?.decision).toMatchObject({ decision, actor: 'ada', credential: { kind: 'api_key' } });
      // A decision without the key is another one, and comes too late.
      const late = await client.post(`/v1/loom/runs/${run}/confirm`, { tool_call_id, decision });
      expect([late.status, late.error.code]).toEqual([404, 'unknown_confirmation']);
    },
  );

  it('[idempotency.lease] an outcome is recorded once', async () => {
    const tool_call_id = await paused(actingPatch('sign', { interaction: 'proposed_action' }));
    const [first, next] = await interrupted((keyed) =>
      keyed.post(`/v1/loom/runs/${run}/outcome`, { tool_call_id, state: 'occurred' }),
    );
    expect([first.status, next.status]).toEqual([202, 202]);
    await settled(client, run);
    expect((await callsOf(client, run)).map(({ outcome }) => outcome?.state)).toEqual(['occurred']);
  });
});
