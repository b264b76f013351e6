import { expect, it } from 'vitest';
import type { CreatedApiKey } from '#contract/api-key.ts';
import type { RequestRecord } from '#contract/request.ts';
import type { Trace } from '#contract/run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { definition } from '../../support/agents.ts';
import { post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
const acting = (client: ApiClient, actor: string) =>
  client.with({ headers: { 'service-actor': Buffer.from(actor).toString('latin1') } });
const latest = async (client: ApiClient) => {
  const { data } = await client.get<RequestRecord[]>('/v1/requests?limit=1');
  return data[0];
};

it('[auth.actor] [request-log.actor] whom Service-Actor names stands in the record, beside the subject', async () => {
  const { client } = await service.workspace();
  const thread = await startThread(client.as('ada'));
  for (const actor of ['bob', 'Zoë 🧵', 'é'.repeat(255)]) {
    await acting(client.as('ada'), actor).get(`/v1/loom/threads/${thread}`);
    expect(await latest(client)).toMatchObject({ subject_ref: 'ada', actor });
  }
});

it('[auth.actor] [request-log.actor] without the header the actor is the subject, wherever that was named', async () => {
  const { client } = await service.workspace();
  const { id: agent_id } = await publishScripted(client);
  await client.as('ada').post('/v1/loom/threads', { agent_id });
  expect(await latest(client)).toMatchObject({ subject_ref: 'ada', actor: 'ada' });
  await client.post('/v1/loom/threads', { agent_id, subject_ref: 'carol' });
  expect(await latest(client)).toMatchObject({ subject_ref: 'carol', actor: 'carol' });
  await acting(client, 'bob').post('/v1/loom/threads', { agent_id, subject_ref: 'carol' });
  expect(await latest(client)).toMatchObject({ subject_ref: 'carol', actor: 'bob' });
});

it('[auth.actor] an empty Service-Actor or Service-Subject is a mistake, not nobody', async () => {
  const { client } = await service.workspace();
  const invalid = [422, 'invalid_request'];
  const empty = (header: string) => client.with({ headers: { [header]: '' } });
  expect(verdict(await empty('service-actor').get('/v1/credits'))).toEqual(invalid);
  expect(verdict(await empty('service-subject').get('/v1/loom/threads'))).toEqual(invalid);
});

it('[request-log.actor] who manages the workspace is recorded when it is said, and nobody otherwise', async () => {
  const { client } = await service.workspace();
  await acting(client, 'operator').post('/v1/agents', definition());
  const record = await latest(client);
  expect(record).toMatchObject({ route: '/v1/agents', actor: 'operator' });
  expect(record).not.toHaveProperty('subject_ref');
  await client.get('/v1/agents');
  expect(await latest(client)).not.toHaveProperty('actor');
});

it('[auth.actor] the claim of a session token names who acts for its subject, whatever the header says', async () => {
  const { client } = await service.workspace();
  const by = await directClient(client, await registerSigner(client), { sub: 'acme', actor: 'Zoë 🧵' });
  const thread = await startThread(by, (await publishScripted(client)).id);
  expect((await acting(by, 'bob').get(`/v1/loom/threads/${thread}`)).status).toBe(200);
  expect(await latest(client)).toMatchObject({ subject_ref: 'acme', actor: 'Zoë 🧵' });
});

it('[auth.actor] with a session token without that claim the actor is the subject, whatever the header says', async () => {
  const { client } = await service.workspace();
  const by = await directClient(client, await registerSigner(client), { sub: 'ada' });
  const thread = await startThread(by, (await publishScripted(client)).id);
  for (const actor of ['bob', 'x'.repeat(256)]) {
    expect((await acting(by, actor).get(`/v1/loom/threads/${thread}`)).status).toBe(200);
    expect(await latest(client)).toMatchObject({ subject_ref: 'ada', actor: 'ada' });
  }
});

it('[auth.actor] an actor of more than 255 characters is refused, on every request of an API key', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const long = acting(client, 'é'.repeat(256));
  for (const answer of [
    await long.get('/v1/loom/threads'),
    await long.get('/v1/agents'),
    await long.post('/v1/agents', definition()),
  ]) {
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toEqual([expect.objectContaining({ path: 'Service-Actor' })]);
  }
  expect((await client.get('/v1/agents')).data).toEqual([]);
});

it('[request-log.actor] a repetition is recorded with its actor, and so is the same key of another one, which is refused', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const path = `/v1/loom/threads/${await startThread(client)}/messages`;
  const recorded = async (actor: string) => {
    const headers = { 'idempotency-key': 'once', 'service-actor': actor };
    await client.with({ headers }).post(path, { content: 'Hello' });
    return await latest(client);
  };
  expect(await recorded('bob')).toMatchObject({ actor: 'bob', status: 202, replayed: false });
  expect(await recorded('bob')).toMatchObject({ actor: 'bob', status: 202, replayed: true });
  expect(await recorded('carl')).toMatchObject({ actor: 'carl', status: 422, replayed: false });
});

it('[run.trace.requests] [request-log.actor] a trace says who was behind each request', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const run = await post(client, await startThread(client), 'Hello');
  await acting(client, 'bob').get(`/v1/loom/runs/${run}`);
  const { data } = await client.get<Trace>(`/v1/loom/runs/${run}/trace`);
  expect(data.requests.map(({ actor }) => actor)).toEqual(['bob', 'ada']);
});

it('[auth.credential-recorded] beside the actor, whose name its holder may choose, stands which key vouches for it', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const owner = client.ofWorkspace();
  const { data: key } = await owner.post<CreatedApiKey>('/v1/api-keys', {});
  const signer = await registerSigner(client);
  const { id: agent_id } = await publishScripted(client);
  const thread = await startThread(client, agent_id);
  const path = `/v1/loom/threads/${thread}`;
  await acting(client.with({ apiKey: key.key }), 'the chief').get(path);
  const record = await latest(owner);
  expect(record).toMatchObject({ actor: 'the chief', credential: { kind: 'api_key', id: key.id } });
  await (await directClient(client, signer, { sub: 'ada' })).get(path);
  expect(await latest(owner)).toMatchObject({
    actor: 'ada',
    credential: { kind: 'session_token', id: signer.kid },
  });
  expect(JSON.stringify(await latest(owner))).not.toContain(key.key);
});
