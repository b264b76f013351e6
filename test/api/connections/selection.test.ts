import { expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { AcceptedMessage } from '#contract/message.ts';
import type { Run } from '#contract/run.ts';
import type { CreatedThread } from '#contract/thread.ts';
import { newId } from '#store/mongo/ids.ts';
import { definition } from '../../support/agents.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection, deleteConnection, patchConnection } from '../../support/connections.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const workspace = async () => (await service.workspace({ subject: 'ada' })).client;

const thread = async (
  client: ApiClient,
  { agent, connection }: { agent?: Agent; connection?: string } = {},
) => {
  const agent_id = (agent ?? (await publishScripted(client))).id;
  const { data } = await client.post<CreatedThread>('/v1/loom/threads', {
    agent_id,
    ...(connection === undefined ? {} : { connection }),
  });
  return data.id;
};
const naming = (client: ApiClient, connection: string) =>
  client.with({ headers: { 'service-connection': connection } });
const post = async (client: ApiClient, threadId: string) =>
  await client.post<AcceptedMessage>(`/v1/loom/threads/${threadId}/messages`, { content: 'Hello' });
/** The connection of the run that a message opens. */
const used = async (client: ApiClient, threadId: string) => {
  const { data } = await post(client, threadId);
  return (await client.get<Run>(`/v1/loom/runs/${data.run_id}`)).data.connection;
};
const named = async (client: ApiClient, ...names: string[]) => {
  const refs = [];
  for (const name of names) {
    const { id } = await createConnection(client, { name });
    refs.push({ id, name });
  }
  return refs as [{ id: string; name: string }, ...{ id: string; name: string }[]];
};

it('[connection.header.selects] [run.get.connection] the header selects by id and by name', async () => {
  const client = await workspace();
  const [one, two] = await named(client, 'one', 'two');
  const id = await thread(client);
  expect(await used(naming(client, one.id), id)).toEqual(one);
  expect(await used(naming(client, 'two'), id)).toEqual(two);
});

it('an id goes before a name that looks like it', async () => {
  const client = await workspace();
  const [one] = await named(client, 'one');
  await named(client, one.id);
  expect(await used(naming(client, one.id), await thread(client))).toEqual(one);
});

it('[connection.header.unknown] a header that names no connection of the workspace is refused, and nothing is stored', async () => {
  const client = await workspace();
  const [mine] = await named(client, 'mine');
  const [theirs] = await named(await workspace(), 'theirs');
  const id = await thread(client);
  for (const name of ['theirs', theirs.id, newId(), 'Mine', 'no such', `${mine.id}0`, 'x'.repeat(300)]) {
    expect(verdict(await post(naming(client, name), id))).toEqual([422, 'unknown_connection']);
  }
  expect((await client.get(`/v1/loom/threads/${id}/messages`)).data).toEqual([]);
});

it('[connection.header.unknown] the header of a new thread is looked at too', async () => {
  const client = await workspace();
  await named(client, 'mine');
  const { id: agent_id } = await publishScripted(client);
  const create = async (connection: string) =>
    verdict(await naming(client, connection).post('/v1/loom/threads', { agent_id }));
  expect(await create('none')).toEqual([422, 'unknown_connection']);
  expect(await create('mine')).toEqual([201]);
});

it('[connection.resolution-order] [thread.create.connection] header, thread, agent, and only then the only one', async () => {
  const client = await workspace();
  const plain = await thread(client);
  expect(await used(client, plain)).toBeUndefined();
  const [only] = await named(client, 'only');
  expect(await used(client, plain)).toEqual(only);

  const [ofAgent, ofThread, ofHeader] = (await named(client, 'agents', 'threads', 'headers')) as [
    typeof only,
    typeof only,
    typeof only,
  ];
  expect(await used(client, plain)).toBeUndefined();
  const agent = await publishScripted(client, { key: 'with', connection: 'agents' });
  expect(agent.connection).toBe('agents');
  const withAgent = await thread(client, { agent });
  expect(await used(client, withAgent)).toEqual(ofAgent);
  const withBoth = await thread(client, { agent, connection: ofThread.id });
  expect(await used(client, withBoth)).toEqual(ofThread);
  expect(await used(naming(client, ofHeader.id), withBoth)).toEqual(ofHeader);
});

it('[connection.resolution-order] the only connection is known at once, whatever API process made it the only one', async () => {
  const client = await workspace();
  const elsewhere = client.at((await service.secondApi()).baseUrl);
  const id = await thread(client);
  const [one] = await named(client, 'one');
  expect(await used(elsewhere, id)).toEqual(one);
  const [two] = await named(elsewhere, 'two');
  expect(await used(client, id)).toBeUndefined();
  await deleteConnection(client, one.id);
  expect(await used(elsewhere, id)).toEqual(two);
  await patchConnection(client, two.id, { name: 'renamed' });
  expect(await used(elsewhere, id)).toEqual({ ...two, name: 'renamed' });
  await deleteConnection(elsewhere, two.id);
  expect(await used(client, id)).toBeUndefined();
});

it('[connection.resolution-order] which one is the only one holds when many come and go at once', async () => {
  const client = await workspace();
  const id = await thread(client);
  const names = Array.from({ length: 6 }, (_, index) => `c${index}`);
  const made = await Promise.all(names.map((name) => createConnection(client, { name })));
  expect(await used(client, id)).toBeUndefined();
  const [kept, ...rest] = made;
  await Promise.all([
    ...rest.map((each) => deleteConnection(client, each.id)),
    patchConnection(client, kept?.id ?? '', { name: 'kept' }),
  ]);
  expect(await used(client, id)).toEqual({ id: kept?.id, name: 'kept' });
});

it('[thread.create.connection] a thread takes a connection by id or name, and no unknown one', async () => {
  const client = await workspace();
  const [one, two] = await named(client, 'one', 'two');
  expect(await used(client, await thread(client, { connection: 'one' }))).toEqual(one);
  expect(await used(client, await thread(client, { connection: two?.id ?? '' }))).toEqual(two);
  const { id: agent_id } = await publishScripted(client);
  for (const connection of ['three', newId()]) {
    const refused = await client.post('/v1/loom/threads', { agent_id, connection });
    expect(verdict(refused)).toEqual([422, 'unknown_connection']);
  }
});

it('an agent takes a connection by id or name, and no unknown one', async () => {
  const client = await workspace();
  const [one] = await named(client, 'one', 'two');
  const publish = async (connection: string) =>
    await client.post<Agent>('/v1/agents', definition({ connection }));
  const agent = (await publish(one.id)).data;
  expect(await used(client, await thread(client, { agent }))).toEqual(one);
  for (const connection of ['three', newId()]) {
    expect(verdict(await publish(connection))).toEqual([422, 'unknown_connection']);
  }
});

it('when the connection of a thread or an agent is gone, messages have none, and not another that is left', async () => {
  const client = await workspace();
  const [one, , three] = await named(client, 'one', 'two', 'three');
  const ofThread = await thread(client, { connection: 'one' });
  const agent = await publishScripted(client, { key: 'with', connection: 'three' });
  const ofAgent = await thread(client, { agent });
  await deleteConnection(client, one.id);
  await deleteConnection(client, three?.id ?? '');
  for (const id of [ofThread, ofAgent]) {
    expect(await used(client, id)).toBeUndefined();
    expect(await used(naming(client, 'two'), id)).toMatchObject({ name: 'two' });
  }
});

it('[connection.change] a run keeps the connection it was opened with', async () => {
  const client = await workspace();
  const [one] = await named(client, 'one');
  const id = await thread(client);
  const { data } = await post(client, id);
  await patchConnection(client, one.id, { name: 'renamed' });
  await deleteConnection(client, one.id);
  expect((await client.get<Run>(`/v1/loom/runs/${data.run_id}`)).data.connection).toEqual(one);
});
