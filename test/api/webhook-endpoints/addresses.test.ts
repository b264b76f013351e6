import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import type { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { createEndpoint } from '../../support/webhook-receiver.ts';

const addresses: Record<string, string[]> = {
  'public.example': ['93.184.215.14'],
  'private.example': ['10.0.0.7', 'fd00::7'],
  'metadata.example': ['169.254.169.254'],
  'both.example': ['10.0.0.7', '93.184.215.14'],
  'opened.example': ['10.1.2.3'],
};
const lookup: LookupFunction = (hostname, _, done) => {
  if (hostname === 'silent.example') return;
  const found = addresses[hostname];
  if (found === undefined) return done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  done(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

let service: TestService;
let client: ApiClient;
beforeAll(async () => {
  const outboundHttp = createOutboundHttp({ allowPrivateAddresses: ['10.1.0.0/16'], lookup });
  service = await startService({ worker: false, services: { outboundHttp } });
  ({ client } = await service.workspace());
});
afterAll(async () => await service.stop());

const refused = [
  'http://127.0.0.1/hook',
  'http://10.0.0.1/hook',
  'http://[::1]/hook',
  'http://[::ffff:10.0.0.1]/hook',
  'http://2130706433/hook',
  'https://private.example/hook',
  'https://metadata.example/latest',
];
const accepted = [
  'https://public.example/hook',
  'https://both.example/hook',
  'https://opened.example/hook',
  'http://10.1.2.3/hook',
  'https://nowhere.example/hook',
  'https://silent.example/hook',
];

it.each(refused)('[webhook.endpoint.address] %s is refused when an endpoint is created', async (url) => {
  const answer = await client.post('/v1/webhook-endpoints', { url, events: ['*'] });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toMatchObject([{ path: 'url', code: 'blocked_address' }]);
});

it.each(accepted)('[webhook.endpoint.address] %s is accepted', async (url) => {
  const { id, url: shown } = await createEndpoint(client, url);
  expect(shown).toBe(url);
  await client.send('DELETE', `/v1/webhook-endpoints/${id}`);
});

const sent = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

it('[webhook.endpoint.address] a change of the URL is refused in the same way, and other changes are not looked up', async () => {
  const { id, url } = await createEndpoint(client, 'https://public.example/hook');
  const path = `/v1/webhook-endpoints/${id}`;
  const change = async (body: object) => await client.send<WebhookEndpoint>('PATCH', path, sent(body));
  for (const blocked of refused)
    expect(verdict(await change({ url: blocked }))).toEqual([422, 'invalid_request']);
  expect((await client.get<WebhookEndpoint>(path)).data.url).toBe(url);
  expect((await change({ url: 'https://both.example/hook' })).data.url).toBe('https://both.example/hook');
  // As if its name had come to resolve to another address.
  addresses['both.example'] = ['10.0.0.7'];
  expect((await change({ description: 'Ops' })).data.description).toBe('Ops');
  const { client: other } = await service.workspace();
  expect(verdict(await other.send('PATCH', path, sent({ url: refused[0] })))).toEqual([404, 'not_found']);
});
