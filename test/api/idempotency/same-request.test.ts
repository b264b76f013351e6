import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { definition } from '../../support/agents.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
let client: ApiClient;
let thread: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  thread = await startThread(client);
});

const json = { 'content-type': 'application/json' };
const text = JSON.stringify({ content: 'Hello' });

it.each<[string, (client: ApiClient, path: string) => Promise<ApiAnswer>]>([
  ['another body', (keyed, path) => keyed.post(path, { content: 'Goodbye' })],
  [
    'the same body in other bytes',
    (keyed, path) => keyed.send('POST', path, { headers: json, body: ` ${text}` }),
  ],
  ['no body', (keyed, path) => keyed.post(path)],
  ['another path', (keyed) => keyed.post('/v1/loom/threads', { content: 'Hello' })],
  ['a query', (keyed, path) => keyed.post(`${path}?x=1`, { content: 'Hello' })],
  ['another subject', (keyed, path) => keyed.as('bob').post(path, { content: 'Hello' })],
])(
  '[idempotency.key-reuse] [idempotency.fingerprint] a key that comes with %s is refused',
  async (_, reuse) => {
    const path = `/v1/loom/threads/${thread}/messages`;
    const keyed = withKey(client);
    expect((await keyed.post(path, { content: 'Hello' })).status).toBe(202);
    expect(verdict(await reuse(keyed, path))).toEqual([422, 'idempotency_key_reuse']);
    const same = await keyed.post(path, { content: 'Hello' });
    expect([same.status, isReplayed(same)]).toEqual([202, true]);
  },
);

it('[idempotency.fingerprint] what a client says of itself is not part of the request', async () => {
  const keyed = withKey(client);
  const agent = JSON.stringify(definition());
  const headers = { ...json, 'user-agent': 'one' };
  const first = await keyed.send('POST', '/v1/agents', { headers, body: agent });
  const again = await keyed.send('POST', '/v1/agents', {
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'another' },
    body: agent,
  });
  expect([again.body, isReplayed(again)]).toEqual([first.body, true]);
});

it('[idempotency.workspace-scope] the same key and body in another workspace is another request', async () => {
  const key = randomUUID();
  const stranger = (await service.workspace({ subject: 'ada' })).client;
  const mine = await publishScripted(withKey(client, key), { key: 'scoped' });
  const theirs = await publishScripted(withKey(stranger, key), { key: 'scoped' });
  expect(theirs.id).not.toBe(mine.id);
  expect((await publishScripted(withKey(stranger, key), { key: 'scoped' })).id).toBe(theirs.id);
});

it('[idempotency.workspace-scope] [idempotency.fingerprint] all API keys of a workspace share its idempotency keys, and a request with another one is another request', async () => {
  const { data } = await client.post<{ key: string }>('/v1/api-keys', {});
  const keyed = withKey(client);
  const first = await publishScripted(keyed, { key: 'shared' });
  expect((await publishScripted(keyed, { key: 'shared' })).id).toBe(first.id);
  const other = keyed.with({ apiKey: data.key });
  await expect(publishScripted(other, { key: 'shared' })).rejects.toMatchObject({
    code: 'idempotency_key_reuse',
  });
});
