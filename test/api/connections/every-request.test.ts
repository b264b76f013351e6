import type { CommandStartedEvent } from 'mongodb';
import { beforeAll, expect, it } from 'vitest';
import { takesSessionTokens } from '#api/http/authentication/access.ts';
import { takesConnection } from '#api/http/endpoint/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import type { Connection } from '#contract/connection.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { post, startThread } from '#clients/raw/conversation.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { startService } from '../../support/service.ts';
import { directClient, registerSigner, type Signer } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { MemoryVoice, recordingForm } from '../../support/voice/memory-voice.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() =>
  startService({
    worker: false,
    workflows: quietWorkflows,
    services: { voice: new MemoryVoice() },
  }),
);
let client: ApiClient;
let signer: Signer;
let bank: Connection;
let other: Connection;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  signer = await registerSigner(client);
  bank = await createConnection(client, { name: 'bank' });
  other = await createConnection(client, { name: 'other' });
});
const naming = (by: ApiClient, connection: string) =>
  by.with({ headers: { 'service-connection': connection } });
const send = async (by: ApiClient, method: string, path: string) => {
  if (path === '/v1/voice/transcribe') return await by.upload(path, recordingForm());
  return method === 'GET' ? await by.get(path) : await by.send(method, path, { json: {} });
};

/** All of Loom and of Voice that session tokens may call too, ids filled in. */
const all = endpoints
  .filter((endpoint) => takesConnection(endpoint) && takesSessionTokens(endpoint.access))
  .map(({ method, path }): [string, string] => [
    method.toUpperCase(),
    path.replaceAll(/\{\w+\}/g, () => newId()),
  ]);

it('[connection.header.every-request] threads, messages, runs, decisions, streams, realtime and voice are among them', () => {
  expect(all.length).toBeGreaterThanOrEqual(16);
  expect(all.every(([, path]) => /^\/v1\/(loom|voice)\//.test(path))).toBe(true);
});

it.each(all)(
  '[connection.header.every-request] %s %s with an unknown Service-Connection is refused, in either mode',
  async (method, path) => {
    const direct = await directClient(client, signer);
    for (const unknown of ['nowhere', newId()]) {
      for (const by of [client, direct]) {
        const answer = await send(naming(by, unknown), method, path);
        expect(verdict(answer)).toEqual([422, 'unknown_connection']);
      }
    }
    expect(verdict(await send(naming(direct, 'bank'), method, path))).toEqual([422, 'unknown_connection']);
  },
);

it.each(all.filter(([, path]) => !path.endsWith('/events')))(
  '[connection.header.every-request] %s %s with a known one is answered as without it',
  async (method, path) => {
    const plain = verdict(await send(client, method, path));
    for (const known of ['bank', bank.id]) {
      expect(verdict(await send(naming(client, known), method, path))).toEqual(plain);
    }
  },
);

it.each(all)(
  '[auth.token.connection-claim] %s %s with a token for one connection and a header for another is 403',
  async (method, path) => {
    const by = await directClient(client, signer, { connection: bank.id });
    for (const another of [other.id, newId()]) {
      expect(verdict(await send(naming(by, another), method, path))).toEqual([403, 'forbidden']);
    }
  },
);

it('[connection.header.every-request] a message that is refused for its header opens no run, and its key is free', async () => {
  const thread = await startThread(client);
  const path = `/v1/loom/threads/${thread}/messages`;
  const keyed = client.with({ headers: { 'idempotency-key': 'once', 'service-connection': 'nowhere' } });
  expect(verdict(await keyed.post(path, { content: 'Hello' }))).toEqual([422, 'unknown_connection']);
  expect((await client.get(path)).data).toEqual([]);
  const mended = client.with({ headers: { 'idempotency-key': 'once', 'service-connection': 'bank' } });
  expect(verdict(await mended.post(path, { content: 'Hello' }))).toEqual([202]);
});

it('[idempotency.replay] a stored response is replayed when its connection is gone', async () => {
  const thread = await startThread(client);
  const gone = await createConnection(client, { name: 'gone' });
  const keyed = client.with({ headers: { 'idempotency-key': 'replayed', 'service-connection': gone.id } });
  const first = await keyed.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' });
  await client.send('DELETE', `/v1/connections/${gone.id}`);
  const again = await keyed.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' });
  expect([again.status, again.body]).toEqual([202, first.body]);
});

it('a request without the header reads no connection, one with it reads it once', async () => {
  const run = await post(client, await startThread(client), 'Hello');
  const reads = async (by: ApiClient) => {
    const commands: unknown[] = [];
    const listen = ({ command, commandName }: CommandStartedEvent) => {
      if (command[commandName] === 'connections') commands.push(command['projection']);
    };
    service.db.client.on('commandStarted', listen);
    await by.get(`/v1/loom/runs/${run}`);
    await by.post(`/v1/loom/runs/${run}/cancel`);
    service.db.client.off('commandStarted', listen);
    return commands;
  };
  expect(await reads(client)).toEqual([]);
  expect(await reads(await directClient(client, signer, { connection: bank.id }))).toEqual([]);
  // Without the secrets.
  expect(await reads(naming(client, bank.id))).toEqual([{ name: 1 }, { name: 1 }]);
});
