import { beforeEach, expect, it } from 'vitest';
import type { PasskeyCreationOptions } from '#contract/passkey.ts';
import type { PasskeySettings } from '#contract/passkey-settings.ts';
import { SoftwareAuthenticator } from '#tools/dev/software-authenticator.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { challengeFor, clientOf, enrolled, originOf, register } from '../../support/passkeys.ts';
import { sharedService } from '../../support/service.ts';
import { registerSigner, type Signer } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
const origin = 'https://app.bank.example';
let client: ApiClient;
let signer: Signer;
beforeEach(async () => {
  ({ client } = await service.workspace());
  signer = await registerSigner(client);
});

const put = async (settings: object) =>
  await client.send<PasskeySettings>('PUT', '/v1/settings/passkeys', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });

it('[passkey.settings] are the domain and the origins of BASE_URL, localhost on this machine, until others are set', async () => {
  const own = { rp_id: 'localhost', origins: [service.baseUrl, originOf(service)] };
  expect((await client.get('/v1/settings/passkeys')).data).toEqual(own);
  expect((await put({ rp_id: 'bank.example', origins: [origin] })).data).toMatchObject({
    rp_id: 'bank.example',
    origins: [origin],
  });
  expect((await put({ rp_id: 'bank.example' })).data).toMatchObject({ origins: ['https://bank.example'] });
  expect((await put({})).data).toMatchObject(own);
});

it('[passkey.settings] refuses what browsers refuse: an address, another domain, a page without TLS', async () => {
  const wrong = [
    { rp_id: '10.0.0.1' },
    { rp_id: 'https://bank.example' },
    { rp_id: 'example' },
    { rp_id: 'bank.example', origins: ['https://evilbank.example'] },
    { rp_id: 'bank.example', origins: ['http://bank.example'] },
    { rp_id: 'bank.example', origins: ['https://bank.example/path'] },
    { rp_id: 'bank.example', origins: [] },
    { rp_id: 'bank.example', origins: Array.from({ length: 17 }, (_, at) => `https://a${at}.bank.example`) },
  ];
  for (const settings of wrong) expect(verdict(await put(settings))).toEqual([422, 'invalid_request']);
});

it('[passkey.settings] holds for pages of customers, at their own domain', async () => {
  await put({ rp_id: 'bank.example', origins: [origin] });
  const eve = await clientOf(client, signer, 'eve');
  const { data: options } = await eve.post<PasskeyCreationOptions>('/v1/passkeys/options');
  expect(options.rp.id).toBe('bank.example');
  const key = new SoftwareAuthenticator(origin);
  expect(verdict(await register(eve, key, { origin: 'https://other.bank.example' }))).toEqual([
    403,
    'invalid_assertion',
  ]);
  expect((await register(eve, key)).status).toBe(201);
});

it('[passkey.settings.kept] leaves a passkey the domain for which it was made', async () => {
  const { client: eve, key } = await enrolled(service, client, signer, 'eve');
  await put({ rp_id: 'bank.example', origins: [origin] });
  const digest = `sha-256=:${'A'.repeat(43)}=:`;
  const item = {
    run_id: '019a9f3e-0c4b-7d31-9a5e-6f0d1c2b3a49',
    tool_call_id: '019a9f3e-0c4b-7d31-9a5e-6f0d1c2b3a49',
    digest,
  };
  const { options } = await challengeFor(eve, [item]);
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: key.id }] });
  const later = new SoftwareAuthenticator(origin);
  const { data: asked } = await eve.post<PasskeyCreationOptions>('/v1/passkeys/options');
  const { status } = await eve.post('/v1/passkeys', {
    name: 'Work',
    credential: later.register(asked),
    assertion: { credential: key.sign({ challenge: asked.challenge, rpId: 'localhost' }) },
  });
  expect(status).toBe(201);
  expect((await challengeFor(eve, [item])).options).toMatchObject({
    rpId: 'bank.example',
    allowCredentials: [{ id: later.id }],
  });
});
