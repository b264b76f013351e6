import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Run } from '#contract/run.ts';
import type { CreatedThread, Thread } from '#contract/thread.ts';
import { newAgentId, newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import {
  type Algorithm,
  directClient,
  registerSigner,
  type Signer,
  signToken,
} from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
/** Relays for the workspace. */
let client: ApiClient;
let signer: Signer;
let agent: Agent;
beforeAll(async () => {
  ({ client } = await service.workspace());
  signer = await registerSigner(client);
  agent = await publishScripted(client);
});

const direct = async (sub: string, claims: Record<string, unknown> = {}) =>
  await directClient(client, signer, { sub, ...claims });
const threadsOf = async (by: ApiClient) =>
  (await by.get<Thread[]>('/v1/loom/threads')).data.map(({ id }) => id);

it.each<Algorithm>(['EdDSA', 'ES256', 'RS256', 'HS256'])(
  '[auth.token.algorithms] [auth.token.kid] [auth.mode-by-form] a token signed with %s acts for its subject',
  async (algorithm) => {
    const { client: workspace } = await service.workspace();
    const by = await directClient(workspace, await registerSigner(workspace, algorithm), { sub: 'ada' });
    const { id: agent_id } = await publishScripted(workspace);
    const { status, data } = await by.post<CreatedThread>('/v1/loom/threads', { agent_id });
    expect([status, data.subject_ref]).toEqual([201, 'ada']);
    expect(await threadsOf(workspace.as('ada'))).toEqual([data.id]);
  },
);

it('[auth.direct.subject-is-sub] a token needs no Service-Subject, and may name its own', async () => {
  const by = await direct('zoë 🧵');
  const thread = await startThread(by, agent.id);
  expect((await by.get<Thread>(`/v1/loom/threads/${thread}`)).data.subject_ref).toBe('zoë 🧵');
  const named = by.as(Buffer.from('zoë 🧵').toString('latin1'));
  expect(await threadsOf(named)).toEqual([thread]);
  const again = await named.post<CreatedThread>('/v1/loom/threads', {
    agent_id: agent.id,
    subject_ref: 'zoë 🧵',
  });
  expect(again.status).toBe(201);
});

it('[auth.direct.subject-differs] another subject in header or body is 403, whether it exists or not', async () => {
  const by = await direct('carl');
  const thread = await startThread(by, agent.id);
  for (const other of ['bob', 'Carl', 'carl ', 'nobody']) {
    const create = { agent_id: agent.id, subject_ref: other };
    expect(verdict(await by.post('/v1/loom/threads', create))).toEqual([403, 'forbidden']);
    if (other.trim() === 'carl') continue; // Blanks around a header's value do not arrive.
    expect(verdict(await by.as(other).get('/v1/loom/threads'))).toEqual([403, 'forbidden']);
    expect(verdict(await by.as(other).get(`/v1/loom/threads/${thread}`))).toEqual([403, 'forbidden']);
  }
  expect(verdict(await by.as('x'.repeat(256)).get('/v1/loom/threads'))).toEqual([422, 'invalid_request']);
});

it("[auth.direct.own-threads] a token lists and sees its own subject's threads and runs, and no others", async () => {
  const [ada, bob] = [await direct('ada-2'), await direct('bob-2')];
  const thread = await startThread(ada, agent.id);
  const run = await post(ada, thread, 'Hello');
  expect([await threadsOf(ada), await threadsOf(bob)]).toEqual([[thread], []]);
  expect((await bob.get('/v1/loom/runs')).data).toEqual([]);
  const paths = [`threads/${thread}`, `threads/${thread}/messages`, `runs/${run}`, `runs/${run}/trace`];
  for (const path of paths) {
    expect((await ada.get(`/v1/loom/${path}`)).status).toBe(200);
    expect(verdict(await bob.get(`/v1/loom/${path}`))).toEqual([404, 'not_found']);
  }
});

it('[auth.token.kid] the key selects the workspace: a subject of the same name elsewhere is another one', async () => {
  const { client: elsewhere } = await service.workspace();
  const theirs = await directClient(elsewhere, await registerSigner(elsewhere), { sub: 'ada' });
  const thread = await startThread(await direct('ada'), agent.id);
  expect(await threadsOf(theirs)).toEqual([]);
  expect(verdict(await theirs.get(`/v1/loom/threads/${thread}`))).toEqual([404, 'not_found']);
});

it('[auth.token.connection-claim] the claim selects the connection of the runs of the token, before thread and agent', async () => {
  const { client: workspace } = await service.workspace();
  const own = await registerSigner(workspace);
  const one = await createConnection(workspace, { name: 'one' });
  await createConnection(workspace, { name: 'two' });
  const by = await directClient(workspace, own, { connection: one.id });
  const { id: agent_id } = await publishScripted(workspace, { connection: 'two' });
  const { data: thread } = await workspace.as('ada').post<CreatedThread>('/v1/loom/threads', { agent_id });
  const used = async (client: ApiClient) =>
    (await client.get<Run>(`/v1/loom/runs/${await post(client, thread.id, 'Hello')}`)).data.connection?.name;
  expect(await used(by)).toBe('one');
  expect(await used(by.with({ headers: { 'service-connection': one.id } }))).toBe('one');
  const free = await directClient(workspace, own);
  expect(await used(free)).toBe('two');
  const bound = await startThread(by, agent_id);
  expect(
    (await free.get<Run>(`/v1/loom/runs/${await post(free, bound, 'Hello')}`)).data.connection?.name,
  ).toBe('one');
  for (const connection of [newId(), 'one', '', 'no such']) {
    const other = await directClient(workspace, own, { connection });
    const answer = await other.post(`/v1/loom/threads/${thread.id}/messages`, { content: 'Hello' });
    expect([connection, verdict(answer)]).toEqual([connection, [422, 'unknown_connection']]);
    const created = await other.post('/v1/loom/threads', { agent_id });
    expect([connection, verdict(created)]).toEqual([connection, [422, 'unknown_connection']]);
  }
});

it('[auth.token.connection-claim] a thread of a token for one connection names that one or none: another is 403', async () => {
  const { client: workspace } = await service.workspace();
  const own = await registerSigner(workspace);
  const one = await createConnection(workspace, { name: 'one' });
  const two = await createConnection(workspace, { name: 'two' });
  const by = await directClient(workspace, own, { connection: one.id });
  const { id: agent_id } = await publishScripted(workspace);
  const create = async (connection: string, client = by) =>
    verdict(await client.post('/v1/loom/threads', { agent_id, connection }));
  for (const another of [two.id, 'two', 'one', newId()]) {
    expect(await create(another)).toEqual([403, 'forbidden']);
  }
  expect(await threadsOf(by)).toEqual([]);
  expect(await create(one.id)).toEqual([201]);
  expect(await create(two.id, await directClient(workspace, own))).toEqual([201]);
});

it('[connection.header.direct] with a token Service-Connection takes an id, and no name', async () => {
  const { client: workspace } = await service.workspace();
  const { id, name } = await createConnection(workspace, { name: 'bank' });
  const by = await directClient(workspace, await registerSigner(workspace));
  const thread = await startThread(by, (await publishScripted(workspace)).id);
  const naming = async (connection: string) =>
    verdict(
      await by
        .with({ headers: { 'service-connection': connection } })
        .post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' }),
    );
  expect(await naming(id)).toEqual([202]);
  expect(await naming(name)).toEqual([422, 'unknown_connection']);
});

it("[auth.token.agent-claim] a token for one agent starts threads with it, and sees no other agent's", async () => {
  const other = await publishScripted(client, { key: 'other' });
  const [free, bound] = [await direct('dora'), await direct('dora', { agent_id: agent.id })];
  const threads = { own: await startThread(bound, agent.id), other: await startThread(free, other.id) };
  const runs = {
    own: await post(bound, threads.own, 'Hello'),
    other: await post(free, threads.other, 'Hello'),
  };

  for (const agent_id of [other.id, newAgentId(), 'agent_1']) {
    expect(verdict(await bound.post('/v1/loom/threads', { agent_id }))).toEqual([403, 'forbidden']);
  }
  expect(await threadsOf(bound)).toEqual([threads.own]);
  expect(await threadsOf(free)).toEqual([threads.other, threads.own]);
  expect((await bound.get<Run[]>('/v1/loom/runs')).data.map(({ id }) => id)).toEqual([runs.own]);
  const paths = [`threads/${threads.other}`, `threads/${threads.other}/messages`, `runs/${runs.other}`];
  for (const path of paths) {
    expect((await free.get(`/v1/loom/${path}`)).status).toBe(200);
    expect(verdict(await bound.get(`/v1/loom/${path}`))).toEqual([404, 'not_found']);
  }
  expect(verdict(await bound.post(`/v1/loom/runs/${runs.other}/cancel`))).toEqual([404, 'not_found']);
});

it('a cursor of a token for one agent is of no use for all agents', async () => {
  const [free, bound] = [await direct('erna'), await direct('erna', { agent_id: agent.id })];
  await startThread(bound, agent.id);
  await startThread(bound, agent.id);
  const { pagination } = await bound.get('/v1/loom/threads?limit=1');
  const next = `/v1/loom/threads?limit=1&cursor=${pagination.next_cursor}`;
  expect(verdict(await bound.get(next))).toEqual([200]);
  expect(verdict(await free.get(next))).toEqual([422, 'invalid_cursor']);
});

it('[auth.mode-by-form] what has not three segments of base64url is looked up as an API key', async () => {
  const token = await signToken(signer);
  for (const other of [`${token}.x`, token.slice(0, token.lastIndexOf('.')), `${token}=`, `sk_${token}`]) {
    expect(verdict(await client.with({ apiKey: other }).get('/v1/loom/threads'))).toEqual([
      401,
      'unauthorized',
    ]);
  }
});
