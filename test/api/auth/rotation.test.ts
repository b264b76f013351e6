import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandStartedEvent } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiKey, CreatedApiKey } from '#contract/api-key.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { slowClock } from '../../support/slow-clock.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let secondUrl: string;
beforeAll(async () => {
  secondUrl = (await service.secondApi()).baseUrl;
});

const statusOf = async (by: ApiClient) => (await by.get('/v1/loom/threads')).status;

/** Until when each of the clients was still let in: milliseconds from now on, asked ten times a second. */
async function letInFor(clients: ApiClient[], limitMs: number): Promise<number[]> {
  const start = performance.now();
  const last = clients.map(() => 0);
  for (let sent = 0; sent < limitMs; sent = performance.now() - start) {
    const statuses = await Promise.all(clients.map(statusOf));
    statuses.forEach((status, index) => {
      if (status === 200) last[index] = sent;
    });
    await sleep(100);
  }
  return last;
}

describe.concurrent(
  'what was revoked is refused everywhere within 5 seconds, however often it is used',
  () => {
    const revocationMs = 5000;

    it('[api-key.delete] an API key', async () => {
      const { client } = await service.workspace();
      const { data: created } = await client.post<CreatedApiKey>('/v1/api-keys');
      const old = client.with({ apiKey: created.key });
      const everywhere = [old, old.at(secondUrl)];
      expect(await Promise.all(everywhere.map(statusOf))).toEqual([200, 200]);
      await client.send('DELETE', `/v1/api-keys/${created.id}`);
      for (const ms of await letInFor(everywhere, revocationMs + 1000)) expect(ms).toBeLessThan(revocationMs);
      expect(await statusOf(client)).toBe(200);
    });

    it('[signing-key.list-and-delete] the tokens of a signing key, and of no other', async () => {
      const { client } = await service.workspace();
      const [old, other] = [await registerSigner(client, 'ES256'), await registerSigner(client, 'HS256')];
      const by = await directClient(client, old);
      const everywhere = [by, by.at(secondUrl)];
      expect(await Promise.all(everywhere.map(statusOf))).toEqual([200, 200]);
      await client.send('DELETE', `/v1/signing-keys/${old.kid}`);
      for (const ms of await letInFor(everywhere, revocationMs + 1000)) expect(ms).toBeLessThan(revocationMs);
      expect(await statusOf(await directClient(client, other))).toBe(200);
    });
  },
);

it('[api-key.create] [signing-key.register-secret] keys are changed without a request being refused', async () => {
  const { client } = await service.workspace();
  const [first] = (await client.get<ApiKey[]>('/v1/api-keys')).data;
  const { data: second } = await client.post<CreatedApiKey>('/v1/api-keys');
  const renewed = client.with({ apiKey: second.key }).at(secondUrl);
  expect(await Promise.all([client, renewed].map(statusOf))).toEqual([200, 200]);
  const [old, young] = [await registerSigner(renewed, 'HS256'), await registerSigner(renewed, 'EdDSA')];
  const tokens = [await directClient(renewed, old), await directClient(renewed, young)];
  expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200]);
  await renewed.send('DELETE', `/v1/api-keys/${first?.id}`);
  await renewed.send('DELETE', `/v1/signing-keys/${old.kid}`);
  expect(await Promise.all([renewed, tokens[1] ?? renewed].map(statusOf))).toEqual([200, 200]);
});

it.each(['an API key', 'a session token'])('%s that was just used costs no query', async (name) => {
  const { client } = await service.workspace();
  const by = name === 'an API key' ? client : await directClient(client, await registerSigner(client));
  slowClock();
  await statusOf(by);
  const queried = await collectionsQueried(async () => {
    for (let count = 0; count < 5; count += 1) await statusOf(by);
  });
  expect(queried.filter((collection) => collection.endsWith('_keys'))).toEqual([]);
  expect(queried).toContain('threads');
});

it('requests that come at once with one credential share its query', async () => {
  slowClock();
  const { client } = await service.workspace();
  const queried = await collectionsQueried(async () => {
    await Promise.all(Array.from({ length: 50 }, () => statusOf(client)));
  });
  expect(queried.filter((collection) => collection === 'api_keys')).toEqual(['api_keys']);
});

async function collectionsQueried(work: () => Promise<void>): Promise<string[]> {
  const queried: string[] = [];
  const listen = ({ command }: CommandStartedEvent) => {
    if (typeof command['find'] === 'string') queried.push(command['find']);
  };
  service.db.client.on('commandStarted', listen);
  await work();
  service.db.client.off('commandStarted', listen);
  return queried;
}
