import { expect, it } from 'vitest';
import { newApiKey } from '#store/credentials/api-keys.ts';
import { ApiClient } from '../../support/api-client.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() =>
  startService({ worker: false, requestsPerMinute: 10, services: { trustedProxies: 1 } }),
);
const from = (address: string, apiKey: string) =>
  new ApiClient(service.baseUrl, { apiKey, headers: { 'x-forwarded-for': address } });

it('[rate-limit.headers] without a valid credential, requests are counted by address', async () => {
  for (let left = 9; left >= 0; left -= 1) {
    const answer = await from('192.0.2.1', newApiKey()).get('/v1/agents');
    expect(verdict(answer)).toEqual([401, 'unauthorized']);
    expect(answer.headers.get('ratelimit-remaining')).toBe(String(left));
  }
  const refused = await from('192.0.2.1', newApiKey()).get('/v1/agents');
  expect(verdict(refused)).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(verdict(await from('192.0.2.1', '').get('/v1/nothing'))).toEqual([429, 'rate_limited']);
  expect(verdict(await from('192.0.2.2', newApiKey()).get('/v1/agents'))).toEqual([401, 'unauthorized']);
});

it('a credential that was taken before gets through from an address that has used up its allowance', async () => {
  const { apiKey } = await service.workspace();
  await from('192.0.2.99', apiKey).get('/v1/agents');
  for (let asked = 0; asked < 11; asked += 1) await from('192.0.2.3', newApiKey()).get('/v1/agents');
  const answer = await from('192.0.2.3', apiKey).get('/v1/agents');
  expect(verdict(answer)).toEqual([200]);
  expect(answer.headers.get('ratelimit-remaining')).toBe('8');
});

it('[rate-limit.address-first] no credential is looked up for an address that has used up its allowance', async () => {
  const { id, apiKey } = await service.workspace();
  const guesses = Array.from(
    { length: 100 },
    async () => await from('192.0.2.5', newApiKey()).get('/v1/agents'),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(90);
  // Nobody has seen this key here: that it is good would have to be looked up.
  expect(verdict(await from('192.0.2.5', apiKey).get('/v1/agents'))).toEqual([429, 'rate_limited']);
  expect(verdict(await from('192.0.2.5', apiKey).get('/v1/nothing'))).toEqual([429, 'rate_limited']);
  expect(await service.db.rate_limits.findOne({ _id: id })).toBeNull();
  expect(verdict(await from('192.0.2.6', apiKey).get('/v1/agents'))).toEqual([200]);
});

it('a good credential costs its address nothing', async () => {
  for (let asked = 0; asked < 15; asked += 1) {
    const { apiKey } = await service.workspace();
    expect(verdict(await from('192.0.2.7', apiKey).get('/v1/agents'))).toEqual([200]);
  }
});

it.each(['/readyz', '/openapi.json', '/docs', '/docs/openapi.json'])(
  '[rate-limit.pages] %s is limited by address, apart from the rest',
  async (path) => {
    const address = `198.51.100.${path.length}`;
    const headers = { 'x-forwarded-for': address };
    const ask = async () => await fetch(`${service.baseUrl}${path}`, { headers });
    for (let left = 9; left >= 0; left -= 1) {
      const answer = await ask();
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([200, String(left)]);
      await answer.body?.cancel();
    }
    const refused = await ask();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect((await from(address, newApiKey()).get('/v1/agents')).status).toBe(401);
    expect((await fetch(`${service.baseUrl}/healthz`, { headers })).status).toBe(200);
  },
);

it('[rate-limit.pages] the files of the API reference are counted apart from its page, and ten of them are one request', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.99' };
  const remaining = async (path: string): Promise<[number, string | null]> => {
    const answer = await fetch(`${service.baseUrl}${path}`, { headers });
    await answer.body?.cancel();
    return [answer.status, answer.headers.get('ratelimit-remaining')];
  };
  expect(await remaining('/docs')).toEqual([200, '9']);
  expect(await remaining('/docs/start.js')).toEqual([200, '99']);
  expect(await remaining('/docs/reference.css')).toEqual([200, '98']);
  expect(await remaining('/docs')).toEqual([200, '8']);
});

it('a request that its workspace may not make is the workspace’s, not the address’s', async () => {
  const { client } = await service.workspace();
  const refused = await client.get('/v1/loom/runs/1');
  expect(verdict(refused)).toEqual([422, 'subject_required']);
  expect(refused.headers.get('ratelimit-remaining')).toBe('9');
  expect((await client.get('/v1/agents')).headers.get('ratelimit-remaining')).toBe('8');
});

it('a request that leads nowhere is the workspace’s too, when it has a credential', async () => {
  const { client } = await service.workspace();
  const remaining = (answer: { headers: Headers }) => answer.headers.get('ratelimit-remaining');
  const astray = [
    await client.get('/v1/nothing'),
    await client.send('DELETE', '/v1/agents'),
    await client.get('/v1/agents'),
  ];
  expect(astray.map(({ status }) => status)).toEqual([404, 405, 200]);
  expect(astray.map(remaining)).toEqual(['9', '8', '7']);
  const stranger = await from('192.0.2.4', newApiKey()).get('/v1/nothing');
  expect([...verdict(stranger), remaining(stranger)]).toEqual([404, 'not_found', '9']);
});

it('the addresses of one IPv6 network are one address, and what a client says of itself is not believed', async () => {
  for (let asked = 0; asked < 10; asked += 1) {
    await from(`2001:db8:1:2::${asked}`, newApiKey()).get('/v1/agents');
  }
  expect((await from('2001:db8:1:2:3:4:5:6', newApiKey()).get('/v1/agents')).status).toBe(429);
  expect((await from('192.0.2.9, 2001:db8:1:2::a', newApiKey()).get('/v1/agents')).status).toBe(429);
  expect((await from('2001:db8:1:3::1', newApiKey()).get('/v1/agents')).status).toBe(401);
});

it('[rate-limit.forwarded-for] without a proxy that is trusted, the header says nothing', async () => {
  const direct = await startService({ worker: false, requestsPerMinute: 3 });
  const as = (address: string) =>
    new ApiClient(direct.baseUrl, { apiKey: newApiKey(), headers: { 'x-forwarded-for': address } });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await as(`192.0.2.${n}`).get('/v1/agents')).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
  await direct.stop();
});
