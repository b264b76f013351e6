import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { definition } from '../../support/agents.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { startService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { leaveCredits } from '../../support/ledger.ts';

let fault: Error | undefined;
let service: TestService;
let workspace: TestWorkspace;
let client: ApiClient;
/** The same client with a key, a new one for each test. */
let keyed: ApiClient;
beforeAll(async () => {
  const hasModel = () => {
    if (fault !== undefined) throw fault;
    return true;
  };
  service = await startService({ worker: false, workflows: quietWorkflows, services: { hasModel } });
});
beforeEach(async () => {
  fault = undefined;
  workspace = await service.workspace({ subject: 'ada' });
  ({ client } = workspace);
  keyed = withKey(client);
});
afterAll(async () => await service.stop());

const json = { 'content-type': 'application/json' };

/** The key works for the first time. */
function expectWorked(answer: ApiAnswer, status: number): void {
  expect([answer.status, isReplayed(answer)]).toEqual([status, false]);
}

it.each<[string, number, string, (keyed: ApiClient) => Promise<ApiAnswer>]>([
  ['a field is wrong', 422, 'invalid_request', (keyed) => keyed.post('/v1/agents', { key: 1 })],
  [
    'the body is no JSON',
    400,
    'invalid_json',
    (keyed) => keyed.send('POST', '/v1/agents', { headers: json, body: '{' }),
  ],
  [
    'the body is of another type',
    415,
    'unsupported_media_type',
    (keyed) => keyed.send('POST', '/v1/agents', { body: 'x' }),
  ],
  [
    'the body is too large',
    413,
    'payload_too_large',
    (keyed) => keyed.send('POST', '/v1/agents', { headers: json, body: 'x'.repeat(1_100_000) }),
  ],
  [
    'the subject is missing',
    422,
    'subject_required',
    (keyed) => keyed.ofWorkspace().post('/v1/loom/threads', { agent_id: 'x' }),
  ],
  [
    'the connection is unknown',
    422,
    'unknown_connection',
    (keyed) => keyed.post('/v1/agents', definition({ connection: 'nowhere' })),
  ],
  [
    'the credential is unknown',
    401,
    'unauthorized',
    (keyed) => keyed.with({ apiKey: 'sk_unknown' }).post('/v1/agents', definition()),
  ],
])(
  '[idempotency.released-after-refusal] after a request of which %s, the key takes another',
  async (_, status, code, refused) => {
    expect(verdict(await refused(keyed))).toEqual([status, code]);
    expectWorked(await keyed.post('/v1/agents', definition()), 201);
  },
);

it('[idempotency.released-after-refusal] after 402 the same message is accepted once there are credits', async () => {
  const path = `/v1/loom/threads/${await startThread(client)}/messages`;
  await leaveCredits(service.db, workspace.id, 0);
  expect(verdict(await keyed.post(path, { content: 'Hello' }))).toEqual([402, 'insufficient_credits']);
  await leaveCredits(service.db, workspace.id, 1);
  expectWorked(await keyed.post(path, { content: 'Hello' }), 202);
});

it('[idempotency.released-after-refusal] after 409 the same connection is made once its name is free', async () => {
  const parts = { name: 'host', base_url: 'https://host.example', auth: { type: 'none' } };
  const { id } = await createConnection(client, parts);
  expect(verdict(await keyed.post('/v1/connections', parts))).toEqual([409, 'connection_name_taken']);
  await client.send('DELETE', `/v1/connections/${id}`);
  expectWorked(await keyed.post('/v1/connections', parts), 201);
});

it('[idempotency.released-after-refusal] after 429 the same request works once there is allowance', async () => {
  const limited = await startService({ worker: false, requestsPerMinute: 2 });
  try {
    const once = withKey((await limited.workspace()).client);
    await once.get('/v1/agents');
    await once.get('/v1/agents');
    expect(verdict(await once.post('/v1/agents', definition()))).toEqual([429, 'rate_limited']);
    expect(await limited.db.idempotency_keys.countDocuments()).toBe(0);
  } finally {
    await limited.stop();
  }
});

it('[idempotency.released-after-5xx] after 500 the same request works again, and is stored then', async () => {
  fault = new Error('a fault of ours');
  expect(verdict(await keyed.post('/v1/agents', definition()))).toEqual([500, 'internal_error']);
  expect(verdict(await keyed.post('/v1/agents', definition()))).toEqual([500, 'internal_error']);
  fault = undefined;
  const worked = await keyed.post('/v1/agents', definition());
  expectWorked(worked, 201);
  const again = await keyed.post('/v1/agents', definition());
  expect([again.body, isReplayed(again)]).toEqual([worked.body, true]);
});

it('[idempotency.released-after-5xx] after 500 the key takes another request too', async () => {
  fault = new Error('a fault of ours');
  expect((await keyed.post('/v1/agents', definition())).status).toBe(500);
  fault = undefined;
  expectWorked(await keyed.post('/v1/agents', definition({ name: 'Another' })), 201);
  expect(verdict(await keyed.post('/v1/agents', definition()))).toEqual([422, 'idempotency_key_reuse']);
});

it('[idempotency.released-after-refusal] after 404 the same request works once there is what it names', async () => {
  const create = { agent_id: 'agent_0123456789abcdef0123456789abcdef', title: 'Hello' };
  expect(verdict(await keyed.post('/v1/loom/threads', create))).toEqual([404, 'unknown_agent']);
  const agent = await publishScripted(client);
  const found = await service.db.agents.findOne({ _id: agent.id });
  if (found === null) throw new Error('the agent was not published');
  await service.db.agents.insertOne({ ...found, _id: create.agent_id, version: 2 });
  expectWorked(await keyed.post('/v1/loom/threads', create), 201);
});

it('[idempotency.released-after-refusal] after 403 the key takes another request', async () => {
  const direct = await directClient(client, await registerSigner(client), { sub: 'ada' });
  const create = { agent_id: (await publishScripted(client)).id };
  const refused = await withKey(direct, 'once').post('/v1/loom/threads', { ...create, subject_ref: 'bob' });
  expect(verdict(refused)).toEqual([403, 'forbidden']);
  expectWorked(await withKey(direct, 'once').post('/v1/loom/threads', create), 201);
});

it('[idempotency.released-after-refusal] what a request met is answered anew each time: nothing was done', async () => {
  const thread = await startThread(client, (await publishScripted(client)).id);
  const { data } = await client.post<{ run_id: string }>(`/v1/loom/threads/${thread}/messages`, {
    content: 'Hello',
  });
  const path = `/v1/loom/runs/${data.run_id}/outcome`;
  const body = { tool_call_id: data.run_id, state: 'occurred' };
  for (let time = 0; time < 2; time += 1) {
    const answer = await keyed.post(path, body);
    expect([...verdict(answer), isReplayed(answer)]).toEqual([422, 'not_awaiting_outcome', false]);
  }
  expectWorked(await keyed.post('/v1/agents', definition()), 201);
});
