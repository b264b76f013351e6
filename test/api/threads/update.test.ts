import { beforeAll, expect, it } from 'vitest';
import type { CreatedThread, Thread } from '#contract/thread.ts';
import { post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner, type Signer } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('quiet');
let client: ApiClient;
let signer: Signer;
let agent_id: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  signer = await registerSigner(client);
  const schema = {
    type: 'object',
    properties: { account_id: { type: 'string', pattern: '^acc_' }, limit: { type: 'number' } },
  };
  agent_id = (await publishScripted(client, { context: { schema } })).id;
});

const change = async (id: string, body: object, by = client) =>
  await by.send<Thread>('PATCH', `/v1/loom/threads/${id}`, { json: body });
const read = async (id: string, by = client) => (await by.get<Thread>(`/v1/loom/threads/${id}`)).data;
const create = async (body: object, by = client) =>
  await by.post<CreatedThread>('/v1/loom/threads', { agent_id, ...body });

it('[thread.update] given fields replace the current ones, and others stay', async () => {
  const { id } = (await create({ metadata: { a: '1' }, context: { account_id: 'acc_1', limit: 5 } })).data;
  expect(await change(id, { title: ' Rent ' })).toMatchObject({ status: 200, data: { title: 'Rent' } });
  await change(id, { metadata: { b: '2' } });
  await change(id, { context: { account_id: 'acc_2' } });
  expect(await read(id)).toMatchObject({
    title: 'Rent',
    metadata: { b: '2' },
    context: { account_id: 'acc_2' },
  });
  expect((await read(id)).context).toEqual({ account_id: 'acc_2' });
  // A title that was given is not replaced by the first message.
  await post(client, id, 'Hello');
  expect(await read(id)).toMatchObject({ title: 'Rent', message_count: 1 });
});

it('[thread.update] a change and a message at the same moment are both kept', async () => {
  const id = await startThread(client, agent_id);
  const titles = Array.from({ length: 5 }, (_, index) => `Title ${index}`);
  await Promise.all([
    ...titles.map(async (title) => await change(id, { title, context: { limit: 1 } })),
    post(client, id, 'Hello'),
    post(client, id, 'Are you there?'),
  ]);
  const thread = await read(id);
  expect(thread.message_count).toBe(2);
  expect(titles).toContain(thread.title);
  expect(thread.context).toEqual({ limit: 1 });
});

it('[context.given] [context.private] a session token changes title and labels, gives no context and sees none', async () => {
  const { id } = (await create({ context: { account_id: 'acc_1' } })).data;
  const direct = await directClient(client, signer);
  expect(verdict(await change(id, { context: { account_id: 'acc_2' } }, direct))).toEqual([403, 'forbidden']);
  expect(verdict(await create({ context: { account_id: 'acc_2' } }, direct))).toEqual([403, 'forbidden']);
  const message = await direct.post(`/v1/loom/threads/${id}/messages`, {
    content: 'Hi',
    context: { limit: 9 },
  });
  expect(verdict(message)).toEqual([403, 'forbidden']);
  expect(await change(id, { title: 'Mine' }, direct)).toMatchObject({ status: 200, data: { title: 'Mine' } });
  expect(await read(id, direct)).not.toHaveProperty('context');
  expect(await read(id)).toMatchObject({ context: { account_id: 'acc_1' }, title: 'Mine', message_count: 0 });
});

it('[context.given] the claim of a session token is the context of what is opened with it', async () => {
  const direct = await directClient(client, signer, { context: { account_id: 'acc_3' } });
  const { id } = (await create({}, direct)).data;
  expect((await read(id)).context).toEqual({ account_id: 'acc_3' });
  const wrong = await directClient(client, signer, { context: { account_id: 'other' } });
  expect(verdict(await create({}, wrong))).toEqual([422, 'invalid_request']);
  // A claim that is no context is a fault of the token.
  for (const context of ['acc_3', { user: { id: 1 } }, { list: [1] }, []]) {
    const broken = await directClient(client, signer, { context });
    expect(verdict(await create({}, broken))).toEqual([401, 'unauthorized']);
  }
});

it.each<[string, Record<string, unknown>, string]>([
  ['an undeclared name', { acount_id: 'acc_1' }, 'context.acount_id'],
  ['another type', { limit: 'five' }, 'context.limit'],
  ['a text that does not match', { account_id: 'x' }, 'context.account_id'],
  ['an object', { account_id: { id: 'acc_1' } }, 'context.account_id'],
  ['a long text', { account_id: `acc_${'x'.repeat(1000)}` }, 'context.account_id'],
  ['a megabyte', { account_id: `acc_${'x'.repeat(1_000_000)}` }, 'context.account_id'],
  ['33 members', Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`m${i}`, i])), 'context'],
])('[context.validated] %s is refused, and nothing changes', async (_, context, path) => {
  const { id } = (await create({ context: { limit: 5 } })).data;
  const before = await read(id);
  const answers = [
    await create({ context }),
    await change(id, { context }),
    await client.post(`/v1/loom/threads/${id}/messages`, { content: 'Hello', context }),
  ];
  for (const answer of answers) {
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(((answer.error?.details ?? []) as { path: string }[])[0]?.path).toBe(path);
    // A refusal does not repeat what was sent.
    expect(JSON.stringify(answer.body).length).toBeLessThan(1000);
  }
  expect(await read(id)).toEqual(before);
});

it('[context.validated] an agent without a context takes none', async () => {
  const { id } = await publishScripted(client, { key: 'plain' });
  expect(verdict(await create({ agent_id: id, context: { a: 1 } }))).toEqual([422, 'invalid_request']);
  expect((await create({ agent_id: id, context: {} })).status).toBe(201);
});

it('[thread.update] a thread of another subject, another workspace or none is not found', async () => {
  const id = await startThread(client, agent_id);
  const other = (await service.workspace({ subject: 'ada' })).client;
  const bob = client.with({ subject: 'bob' });
  for (const [by, thread] of [
    [bob, id],
    [other, id],
    [client, newId()],
  ] as const) {
    expect(verdict(await change(thread, { title: 'Mine' }, by))).toEqual([404, 'not_found']);
  }
});
