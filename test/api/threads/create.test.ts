import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { CreatedThread } from '#contract/thread.ts';
import { newAgentId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let client: ApiClient;
let agent: Agent;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = await publishScripted(client);
});

const create = async (body: object) =>
  await client.post<CreatedThread>('/v1/loom/threads', { agent_id: agent.id, ...body });

it('[thread.create.created] [thread.title.default] a thread is created with its agent and subject', async () => {
  const { status, data } = await create({});
  expect(status).toBe(201);
  expect(data).toEqual({
    id: expect.any(String),
    agent: { id: agent.id, name: 'Scripted' },
    subject_ref: 'ada',
    title: 'New conversation',
    created_at: expect.any(String),
  });
});

it.each([newAgentId(), 'agent_1', 'scripted', '$ne', ' ', newAgentId().toUpperCase()])(
  '[thread.create.unknown-agent] there is no agent %s',
  async (agent_id) => {
    expect(verdict(await create({ agent_id }))).toEqual([404, 'unknown_agent']);
  },
);

it.each([undefined, null, '', 7, ['agent_1'], {}])('[body.invalid] %j names no agent', async (agent_id) => {
  const answer = await create({ agent_id });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([expect.objectContaining({ path: 'agent_id' })]);
});

it('a connection that the workspace does not have is refused', async () => {
  expect(verdict(await create({ connection: 'crm' }))).toEqual([422, 'unknown_connection']);
});

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, `value ${n}`]));

it.each([0, 1, 16])('[thread.create.metadata] %i pairs come back as they were sent', async (count) => {
  expect((await create({ metadata: pairs(count) })).data.metadata).toEqual(pairs(count));
});

it.each([
  [pairs(17), 'metadata'],
  [{ a: 1 }, 'metadata.a'],
  [{ a: null }, 'metadata.a'],
  [{ a: true }, 'metadata.a'],
  [{ a: ['x'] }, 'metadata.a'],
  [{ a: { b: 'x' } }, 'metadata.a'],
  [{ '': 'x' }, 'metadata.'],
  ['x', 'metadata'],
  [['x'], 'metadata'],
  [null, 'metadata'],
])('[thread.create.metadata] %j is refused', async (metadata, path) => {
  const answer = await create({ metadata });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([expect.objectContaining({ path })]);
});
