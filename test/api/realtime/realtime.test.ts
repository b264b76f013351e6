import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPusher } from '#adapters/realtime/pusher.ts';
import { newId } from '#store/mongo/ids.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { createConnection } from '../../support/connections.ts';
import { subscribe } from '../../support/pusher-client.ts';
import { startPusherServer } from '../../support/pusher-server.ts';
import { startService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { directClient, registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const path = '/v1/loom/realtime/auth';
const provider = perFile(startPusherServer);
let service: TestService;
let workspace: TestWorkspace;
let thread: string;
beforeAll(async () => {
  const { app, port } = provider;
  const settings = { ...app, cluster: 'eu', host: '127.0.0.1', port: `${port}`, useTLS: false };
  service = await startService({ worker: false, realtime: createPusher(settings, { onFault: () => {} }) });
  workspace = await service.workspace({ subject: 'ada' });
  thread = await startThread(workspace.client);
});

afterAll(async () => await service.stop());

const ask = (channel_name: string, socket_id = '123.456') => ({ channel_name, socket_id });
const signature = (channel: string, socket = '123.456') =>
  `${provider.app.key}:${createHmac('sha256', provider.app.secret).update(`${socket}:${channel}`).digest('hex')}`;

it('[realtime.config] a client is told the public key and the cluster, and no secret', async () => {
  const { body } = await workspace.client.get('/v1/loom/realtime/config');
  expect(body).toEqual({ status: 'success', data: { enabled: true, key: 'public-key', cluster: 'eu' } });
});

it('[realtime.config] a client of a server of the deployment’s own is told where it is, and a cluster', async () => {
  const own = { ...provider.app, host: 'realtime.example', useTLS: true };
  const told = async (settings: Parameters<typeof createPusher>[0]) => {
    const realtime = createPusher(settings, { onFault: () => {} });
    const other = await startService({ worker: false, realtime });
    try {
      const { client } = await other.workspace({ subject: 'ada' });
      return (await client.get('/v1/loom/realtime/config')).data;
    } finally {
      await other.stop();
    }
  };
  const config = { enabled: true, key: 'public-key', cluster: 'default', host: 'realtime.example' };
  expect(await told(own)).toEqual({ ...config, port: 443, use_tls: true });
  expect(await told({ ...own, port: '6001', useTLS: false })).toEqual({
    ...config,
    port: 6001,
    use_tls: false,
  });
});

it('[realtime.auth] the authorization stands in data and beside it', async () => {
  const channel = `private-thread-${thread}`;
  const { status, body } = await workspace.client.post(path, ask(channel));
  const auth = signature(channel);
  expect([status, body]).toEqual([200, { status: 'success', data: { auth }, auth }]);
});

it("[realtime.auth.form-body] the stock client's form is taken, with or without a charset", async () => {
  const channel = `private-thread-${thread}`;
  const body = new URLSearchParams(ask(channel)).toString();
  for (const type of [
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=UTF-8',
  ]) {
    const answer = await workspace.client.send('POST', path, { headers: { 'content-type': type }, body });
    expect([answer.status, answer.data]).toEqual([200, { auth: signature(channel) }]);
  }
  const other = await workspace.client.send('POST', path, {
    headers: { 'content-type': 'text/plain' },
    body,
  });
  expect(verdict(other)).toEqual([415, 'unsupported_media_type']);
});

it('[realtime.auth] a session token subscribes to its own threads, with the stock client', async () => {
  const token = await signToken(await registerSigner(workspace.client), { sub: 'ada' });
  const headers = { Authorization: `Bearer ${token}` };
  const subscription = await subscribe(provider, { baseUrl: service.baseUrl, headers, threadId: thread });
  subscription.stop();
  expect(provider.refused).toEqual([]);
});

it('[realtime.auth.forbidden] a thread that is absent or of somebody else is 403, in both modes', async () => {
  const { client } = workspace;
  const foreign = await startThread((await service.workspace({ subject: 'ada' })).client);
  const token = await signToken(await registerSigner(client), { sub: 'bob' });
  const bobs = client.ofWorkspace().with({ apiKey: token });
  const answers = [
    await client.post(path, ask(`private-thread-${newId()}`)),
    await client.post(path, ask(`private-thread-${foreign}`)),
    await client.as('bob').post(path, ask(`private-thread-${thread}`)),
    await bobs.post(path, ask(`private-thread-${thread}`)),
  ];
  expect(answers.map(verdict)).toEqual(answers.map(() => [403, 'forbidden']));
});

it('[realtime.auth.restricted] a token for one connection has no channel, and its clients follow the thread instead', async () => {
  const { client } = workspace;
  const bank = await createConnection(client, { name: 'bank' });
  const signer = await registerSigner(client);
  const bound = await directClient(client, signer, { sub: 'ada', connection: bank.id });
  const own = await startThread(bound, (await publishScripted(client)).id);
  for (const each of [own, thread]) {
    const answer = await bound.post(path, ask(`private-thread-${each}`));
    expect(verdict(answer)).toEqual([403, 'realtime_restricted']);
  }
  const foreign = await bound.post(path, ask(`private-thread-${newId()}`));
  expect(verdict(foreign)).toEqual([403, 'forbidden']);
  expect((await bound.get('/v1/loom/realtime/config')).data).toEqual({ enabled: false });
  const unbound = await directClient(client, signer, { sub: 'ada' });
  expect((await unbound.post(path, ask(`private-thread-${own}`))).status).toBe(200);
});

it.each([
  ['channel_name', ask('private-thread-nonsense')],
  ['channel_name', ask(`thread-${newId()}`)],
  ['channel_name', ask(`private-thread-${newId()} `)],
  ['channel_name', ask(`private-thread-${newId()}\n`)],
  ['channel_name', ask(`private-thread-${newId().toUpperCase()}`)],
  ['channel_name', ask(`presence-thread-${newId()}`)],
  ['socket_id', ask(`private-thread-${newId()}`, '123')],
  ['socket_id', ask(`private-thread-${newId()}`, '1.2:private-thread-x')],
  ['socket_id', ask(`private-thread-${newId()}`, '1.2\n')],
  ['socket_id', ask(`private-thread-${newId()}`, '')],
  ['socket_id', { channel_name: `private-thread-${newId()}` }],
  ['user_data', { ...ask(`private-thread-${newId()}`), user_data: '{}' }],
])('[realtime.auth.malformed] a malformed %s is 422', async (field, body) => {
  const answer = await workspace.client.post(path, body);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([expect.objectContaining({ path: field })]);
});

it('[realtime.auth.unauthorized] [realtime.auth.subject-required] a credential and a subject are needed', async () => {
  const { client } = workspace;
  const body = ask(`private-thread-${thread}`);
  const json = { 'content-type': 'application/json' };
  const missing = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { ...json, 'service-subject': 'ada' },
    body: JSON.stringify(body),
  });
  expect(missing.status).toBe(401);
  expect(verdict(await client.with({ apiKey: 'sk_wrong' }).post(path, body))).toEqual([401, 'unauthorized']);
  const anonymous = client.ofWorkspace();
  expect(verdict(await anonymous.post(path, body))).toEqual([422, 'subject_required']);
  expect(verdict(await anonymous.get('/v1/loom/realtime/config'))).toEqual([422, 'subject_required']);
});

it('[realtime.config.disabled] without a provider it says so, and refuses nothing less', async () => {
  const without = await startService({ worker: false });
  const { client } = await without.workspace({ subject: 'ada' });
  const own = await startThread(client);
  expect((await client.get('/v1/loom/realtime/config')).data).toEqual({ enabled: false });
  expect(verdict(await client.post(path, ask(`private-thread-${own}`)))).toEqual([
    503,
    'realtime_unavailable',
  ]);
  expect(verdict(await client.post(path, ask(`private-thread-${newId()}`)))).toEqual([403, 'forbidden']);
  expect(verdict(await client.post(path, ask('nonsense')))).toEqual([422, 'invalid_request']);
  expect(without.logs.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  await without.stop();
});
