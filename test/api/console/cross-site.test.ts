import { beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { cookieOf, pageHeaders, signIn } from '../../support/console-session.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startService({ worker: false, corsOrigins: '*' }));
let stranger: ApiClient;
let apiKey: string;
let cookie: string;
/** As a browser names it for a page of the console. */
let ownOrigin: string;
beforeAll(async () => {
  stranger = new ApiClient(service.baseUrl, {});
  ({ apiKey } = await service.workspace());
  cookie = cookieOf(await signIn(stranger, { api_key: apiKey, name: 'Ada' }));
  ownOrigin = new URL(service.baseUrl).origin;
});

const create = async (headers: Record<string, string>) =>
  await stranger.send('POST', '/v1/api-keys', {
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

/** Requests that a page elsewhere, a form, or a link can make a browser send. */
const forged: [name: string, headers: () => Record<string, string>][] = [
  ['without the header', () => ({ cookie })],
  ['with the header of somebody else', () => ({ cookie, 'console-request': 'api' })],
  ['with an empty header', () => ({ cookie, 'console-request': '' })],
  ['of another origin', () => ({ ...pageHeaders(cookie), origin: 'https://evil.example' })],
  ['of the same host by another port', () => ({ ...pageHeaders(cookie), origin: 'http://127.0.0.1:1' })],
  ['of an origin that begins alike', () => ({ ...pageHeaders(cookie), origin: `${ownOrigin}.evil.example` })],
  ['of no origin to speak of', () => ({ ...pageHeaders(cookie), origin: 'null' })],
  ['of an origin that is none', () => ({ ...pageHeaders(cookie), origin: 'evil' })],
  ['of another site', () => ({ ...pageHeaders(cookie), 'sec-fetch-site': 'cross-site' })],
  ['of the same site, but another origin', () => ({ ...pageHeaders(cookie), 'sec-fetch-site': 'same-site' })],
  ['of an address bar', () => ({ ...pageHeaders(cookie), 'sec-fetch-site': 'none' })],
];

describe('[console.csrf] a request', () => {
  it.each(forged)('%s has no session, and signs nobody in', async (_, headers) => {
    const tries = [
      await create(headers()),
      await stranger.send('GET', '/console/session', { headers: headers() }),
      await stranger.send('DELETE', '/console/session', { headers: headers() }),
    ];
    expect(tries.map(verdict)).toEqual(tries.map(() => [401, 'unauthorized']));
    const answer = await stranger.send('POST', '/console/session', {
      headers: { 'content-type': 'application/json', ...headers() },
      body: JSON.stringify({ api_key: apiKey, name: 'Eve' }),
    });
    expect(verdict(answer)).toEqual([403, 'forbidden']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    [
      'of the console',
      () => ({ ...pageHeaders(cookie), origin: ownOrigin, 'sec-fetch-site': 'same-origin' }),
    ],
    ['of the playground', () => pageHeaders(cookie, 'playground')],
  ])('%s has one', async (_, headers) => {
    expect((await create(headers())).status).toBe(201);
  });

  it('is not granted to other origins by a preflight request, whoever may call the API', async () => {
    const { headers } = await fetch(`${service.baseUrl}/v1/api-keys`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'console-request',
      },
    });
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain('console-request');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });
});

it('[console.csrf] a form, which a page elsewhere can send with a session, is no JSON', async () => {
  const answer = await stranger.send('POST', '/console/session', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...pageHeaders() },
    body: `api_key=${apiKey}&name=Eve`,
  });
  expect(verdict(answer)).toEqual([415, 'unsupported_media_type']);
});
