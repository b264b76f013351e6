import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { CreatedThread } from '#contract/thread.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { directClient, nowSeconds, registerSigner, type Signer } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
let client: ApiClient;
let signer: Signer;
let agent: string;
let messages: string;
beforeAll(async () => {
  ({ client } = await service.workspace());
  signer = await registerSigner(client);
  agent = (await publishScripted(client)).id;
  messages = `/v1/loom/threads/${await startThread(client.as('ada'), agent)}/messages`;
});

const hello = { content: 'Hello' };
/** A session token of Ada's, with an Idempotency-Key. */
const direct = async (key: string, claims: object = {}) =>
  withKey(await directClient(client, signer, { ...claims }), key);

it('[idempotency.fingerprint] a token that was renewed is the same caller', async () => {
  const key = randomUUID();
  const first = await (await direct(key)).post(messages, hello);
  expect([first.status, isReplayed(first)]).toEqual([202, false]);
  const renewed = await (await direct(key, { iat: nowSeconds() - 1 })).post(messages, hello);
  expect([renewed.body, isReplayed(renewed)]).toEqual([first.body, true]);
});

/** A new thread under a key: whose, and whether that was said before. */
const start = async (by: ApiClient) => {
  const answer = await by.post<CreatedThread>('/v1/loom/threads', { agent_id: agent });
  expect(answer.status).toBe(201);
  return { id: answer.data.id, subject: answer.data.subject_ref, replayed: isReplayed(answer) };
};

it('[idempotency.subject-scope] two subjects that choose the same key each have their own work done, and their own answer replayed', async () => {
  const key = randomUUID();
  const subjects = ['ada', 'bob', 'a b', `${key} ada`];
  const first = await Promise.all(subjects.map(async (sub) => await start(await direct(key, { sub }))));
  expect(first.map(({ subject }) => subject)).toEqual(subjects);
  expect(new Set(first.map(({ id }) => id)).size).toBe(subjects.length);
  for (const [index, sub] of subjects.entries()) {
    expect(await start(await direct(key, { sub }))).toEqual({ ...first[index], replayed: true });
  }
});

it('[idempotency.subject-scope] [auth.direct.own-threads] a token of another subject gets no answer that its subject could not have', async () => {
  const key = randomUUID();
  expect((await (await direct(key)).post(messages, hello)).status).toBe(202);
  const other = await (await direct(key, { sub: 'bob' })).post(messages, hello);
  expect([...verdict(other), isReplayed(other)]).toEqual([404, 'not_found', false]);
  const again = await (await direct(key)).post(messages, hello);
  expect([again.status, isReplayed(again)]).toEqual([202, true]);
});

it('[idempotency.subject-scope] [idempotency.workspace-scope] keys of API keys belong to the workspace: no token takes one of them, and they still tell subjects apart', async () => {
  const key = randomUUID();
  const mine = await start(await direct(key));
  const relayed = await start(withKey(client.as('ada'), key));
  expect([relayed.replayed, relayed.id === mine.id]).toEqual([false, false]);
  expect(await start(await direct(key))).toEqual({ ...mine, replayed: true });
  expect(await start(withKey(client.as('ada'), key))).toEqual({ ...relayed, replayed: true });
  const other = await withKey(client.as('bob'), key).post('/v1/loom/threads', { agent_id: agent });
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
