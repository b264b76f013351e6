import { expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Trace } from '#contract/run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const workspace = async () => (await service.workspace({ subject: 'ada' })).client;
const list = async (client: ApiClient, query = '') => (await client.get<Agent[]>(`/v1/agents${query}`)).data;

it('[agent.list] [agent.list.by-key] all versions are listed, newest first, or those of one key', async () => {
  const client = await workspace();
  const one = await publishScripted(client, { key: 'one' });
  const two = await publishScripted(client, { key: 'two' });
  const next = await publishScripted(client, { key: 'one', name: 'Next' });
  expect(await list(client)).toEqual([next, two, one]);
  expect(await list(client, '?key=one')).toEqual([next, one]);
  expect(await list(client, '?key=two')).toEqual([two]);
  expect(await list(client, '?key=three')).toEqual([]);
});

it('[agent.get] [agent.immutable] a version stays as it was published when others follow', async () => {
  const client = await workspace();
  const first = await publishScripted(client, {
    name: 'First',
    limits: { max_turns: 2, pause_ttl_seconds: 9 },
  });
  await publishScripted(client, { name: 'Second' });
  expect((await client.get(`/v1/agents/${first.id}`)).data).toEqual(first);
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    expect(verdict(await client.send(method, `/v1/agents/${first.id}`))).toEqual([405, 'method_not_allowed']);
  }
});

it('[agent.immutable] a thread keeps its version when a newer one is published', async () => {
  const client = await workspace();
  const first = await publishScripted(client, { name: 'First', instructions: 'One.' });
  const thread = await startThread(client, first.id);
  const second = await publishScripted(client, { name: 'Second', instructions: 'Two.' });
  const run = await converse(client, thread, 'Hello');
  const { data: trace } = await client.get<Trace>(`/v1/loom/runs/${run.id}/trace`);
  expect(trace.turns.map(({ request }) => request?.['instructions'])).toEqual(['One.']);
  expect((await client.get(`/v1/loom/threads/${thread}`)).data).toMatchObject({
    agent: { id: first.id, name: 'First' },
  });
  expect(second.version).toBe(2);
});

it('[agent.archive.refuses-threads] an archived agent takes no new thread; its other versions do', async () => {
  const client = await workspace();
  const agent = await publishScripted(client);
  const next = await publishScripted(client, { name: 'Next' });
  const archived = await client.post<Agent>(`/v1/agents/${agent.id}/archive`);
  expect([archived.status, archived.data]).toEqual([200, { ...agent, archived_at: expect.any(String) }]);
  const refused = await client.post('/v1/loom/threads', { agent_id: agent.id });
  expect(verdict(refused)).toEqual([409, 'agent_archived']);
  expect((await client.post('/v1/loom/threads', { agent_id: next.id })).status).toBe(201);
});

it('archiving again changes nothing', async () => {
  const client = await workspace();
  const { id } = await publishScripted(client);
  const archived = await client.post<Agent>(`/v1/agents/${id}/archive`);
  expect((await client.post(`/v1/agents/${id}/archive`)).data).toEqual(archived.data);
  expect((await client.get(`/v1/agents/${id}`)).data).toEqual(archived.data);
});

it('publishing the definition of an archived version is a version that can be used', async () => {
  const client = await workspace();
  const { id } = await publishScripted(client);
  await client.post(`/v1/agents/${id}/archive`);
  const again = await publishScripted(client);
  expect([again.version, again.archived_at]).toEqual([2, undefined]);
});

it('[agent.archive.threads-go-on] a thread of an archived agent goes on', async () => {
  const client = await workspace();
  const { id } = await publishScripted(client);
  const thread = await startThread(client, id);
  await client.post(`/v1/agents/${id}/archive`);
  expect(await converse(client, thread, 'Still there?')).toMatchObject({
    state: 'closed',
    message: { content: 'You said: Still there?' },
  });
});
