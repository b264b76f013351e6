import { expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import { connectionBody, createConnection } from '../../support/connections.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace()).client);
const create = async (parts: Record<string, unknown> = {}) =>
  await client.post<Connection>('/v1/connections', connectionBody(parts));

it.each([
  ['none', { type: 'none' }, { type: 'none' }],
  ['bearer', { type: 'bearer', token: 'a-token' }, { type: 'bearer' }],
  ['basic', { type: 'basic', username: 'ada', password: 'p:ss' }, { type: 'basic', username: 'ada' }],
  ['header', { type: 'header', name: 'X-Key', value: 'v' }, { type: 'header', name: 'X-Key' }],
])(
  '[connection.create] [connection.secrets-never-returned] auth of %s is 201, and shown without its secret',
  async (name, auth, shown) => {
    const answer = await create({ name, auth });
    expect(answer.status).toBe(201);
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name,
      type: 'http',
      base_url: 'https://bank.example/v1',
      auth: shown,
      header_names: [],
      trace_context: false,
      created_at: expect.any(String),
      updated_at: answer.data.created_at,
    });
    expect((await client.get(`/v1/connections/${answer.data.id}`)).data).toEqual(answer.data);
  },
);

it('[connection.secrets-never-returned] of headers the names are shown', async () => {
  const { data } = await create({ name: 'headers', headers: { 'X-Region': 'eu', 'X-Key': 'k' } });
  expect(data.header_names).toEqual(['X-Region', 'X-Key']);
});

it.each(['a', '0', 'a_b-c', 'x'.repeat(63)])('[connection.name] the name %s is taken', async (name) => {
  expect((await create({ name })).data.name).toBe(name);
});

it.each(['', 'Bank', '-a', '_a', 'a b', 'a.b', 'ä', 'x'.repeat(64)])(
  '[connection.name] the name %j is refused',
  async (name) => {
    const answer = await create({ name });
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toEqual([expect.objectContaining({ path: 'name' })]);
  },
);

it('[connection.name] a name is taken once in a workspace, and again in another', async () => {
  await create({ name: 'taken' });
  expect(verdict(await create({ name: 'taken' }))).toEqual([409, 'connection_name_taken']);
  const other = (await service.workspace()).client;
  expect((await createConnection(other, { name: 'taken' })).name).toBe('taken');
});

it('[connection.name] of those who take a name at once one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'contended' })));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
});

it.each([
  'http://127.0.0.1:8080',
  'HTTPS://bank.example',
  'https://bank.example:8443/a/b/',
  'https://[2606:4700::1111]/',
])('[outbound.http-only] the base URL %s is taken as it is', async (base_url) => {
  const { data } = await create({
    name: `url-${Buffer.from(base_url).toString('hex').slice(-40)}`,
    base_url,
  });
  expect(data.base_url).toBe(base_url);
});

type Refused = [path: string, parts: Record<string, unknown>];
const header = (name: string, value: unknown = 'v') => ({ headers: { [name]: value } });
const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));

it.each<Refused>([
  ...[
    'ftp://bank.example',
    'bank.example',
    'https://',
    'https://ada:secret@bank.example',
    'https://ada@bank.example',
    'https://bank.example?a=b',
    'https://bank.example/#a',
    ' https://bank.example',
    'https://bank.example/a\0b',
    'https:\\\\bank.example',
    'https://bank.example:99999',
    `https://bank.example/${'a'.repeat(2048)}`,
    7,
  ].map((base_url): Refused => ['base_url', { base_url }]),
  ...[
    { type: 'oauth' },
    {},
    { type: 'none', token: 'a' },
    { type: 'bearer' },
    { type: 'bearer', token: '' },
    { type: 'bearer', token: 'a\r\nX: y' },
    { type: 'basic', username: 'ada' },
    { type: 'basic', username: 'a:b', password: 'c' },
    { type: 'basic', username: 'ada', password: 'a\nb' },
    { type: 'header', name: 'X-Key' },
    { type: 'header', name: 'X Key', value: 'v' },
    { type: 'header', name: 'Host', value: 'v' },
    { type: 'header', name: 'Service-Subject', value: 'v' },
    { type: 'header', name: 'service-APPROVAL', value: 'v' },
    { type: 'header', name: 'X-Key', value: 'a\r\nX: y' },
  ].map((auth): Refused => ['auth', { auth }]),
  ...['Connection', 'Transfer-Encoding', 'Proxy-Authorization', 'Host', 'Content-Length', 'Expect']
    .concat('Service-Run', 'SERVICE-Approval', 'service-anything', 'Idempotency-Key', 'X Key', 'X-Key:', '')
    .map((name): Refused => [`headers.${name}`, header(name)]),
  ...['', ' a', 'a\r\nX: y', 'a\tb', 'ä', 7].map((value): Refused => [
    'headers.X-Key',
    header('X-Key', value),
  ]),
  ['headers.x-key', { headers: { 'X-Key': 'a', 'x-key': 'b' } }],
  ['headers', { headers: headers(33) }],
  ['name', { name: undefined }],
  ['base_url', { base_url: undefined }],
  ['auth', { auth: undefined }],
  ['url', { url: 'https://bank.example' }],
])('[connection.create] [outbound.http-only] a fault is told at %s in %j', async (path, parts) => {
  const answer = await create(parts);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  const [detail, ...others] = answer.error.details as { path: string }[];
  expect(others).toEqual([]);
  // The error of a credential names the faulty part too.
  expect(path === 'auth' ? detail?.path.split('.')[0] : detail?.path).toBe(path);
});

it('a connection may have 32 headers', async () => {
  expect((await create({ name: 'many', headers: headers(32) })).status).toBe(201);
});
