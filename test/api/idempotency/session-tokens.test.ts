import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { publishScripted, startThread } from '../../support/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { startService, type TestService } from '../../support/service.ts';
import { directClient, nowSeconds, registerSigner, type Signer } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

let service: TestService;
let client: ApiClient;
let signer: Signer;
let agent: string;
let messages: string;
beforeAll(async () => {
  service = await startService({ worker: false, workflows: quietWorkflows });
  ({ client } = await service.workspace());
  signer = await registerSigner(client);
  agent = (await publishScripted(client)).id;
  messages = `/v1/loom/threads/${await startThread(client.as('ada'), agent)}/messages`;
});
afterAll(async () => await service.stop());

const hello = { content: 'Hello' };
/** A session token of Ada's, with an Idempotency-Key. */
const direct = async (key: string, claims: object = {}) =>
  withKey(await directClient(client, signer, { ...claims }), key);

it('[idempotency.fingerprint] a token that was renewed, or the API key for the same subject, is the same caller', async () => {
  const key = randomUUID();
  const first = await (await direct(key)).post(messages, hello);
  expect([first.status, isReplayed(first)]).toEqual([202, false]);
  const renewed = await (await direct(key, { iat: nowSeconds() - 1 })).post(messages, hello);
  const relayed = await withKey(client.as('ada'), key).post(messages, hello);
  for (const again of [renewed, relayed]) {
    expect([again.body, isReplayed(again)]).toEqual([first.body, true]);
  }
});

it('[idempotency.fingerprint] [auth.direct.own-threads] a token of another subject is shown nothing', async () => {
  const key = randomUUID();
  expect((await (await direct(key)).post(messages, hello)).status).toBe(202);
  const other = await (await direct(key, { sub: 'bob' })).post(messages, hello);
  expect(verdict(other)).toEqual([422, 'idempotency_key_reuse']);
});

it('[idempotency.fingerprint] [auth.token.agent-claim] a token for another agent is shown nothing', async () => {
  const key = randomUUID();
  expect((await (await direct(key)).post(messages, hello)).status).toBe(202);
  const another = await publishScripted(client, { key: 'another' });
  const restricted = await (await direct(key, { agent_id: another.id })).post(messages, hello);
  expect(verdict(restricted)).toEqual([422, 'idempotency_key_reuse']);
});

it('[auth.direct.management] a session token is shown no response of a management endpoint', async () => {
  const key = randomUUID();
  expect((await withKey(client, key).post('/v1/api-keys', {})).status).toBe(201);
  const replayed = await (await direct(key)).post('/v1/api-keys', {});
  expect([...verdict(replayed), isReplayed(replayed)]).toEqual([403, 'forbidden', false]);
});
