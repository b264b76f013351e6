import { beforeAll, expect, it } from 'vitest';
import { Agent } from '#contract/agent.ts';
import { AcceptedMessage, Message } from '#contract/message.ts';
import { Run, Trace } from '#contract/run.ts';
import { CreatedThread, Thread } from '#contract/thread.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { definition } from '../../support/agents.ts';
import { settled } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';

/** Every kind of answer there is, of a thread with two messages. */
let answers: { name: string; schema: Schema; answer: ApiAnswer }[];
type Schema = { parse: (value: unknown) => unknown; array: () => Schema };

const service = sharedService();
let client: ApiClient;
let begunAt: number;
beforeAll(async () => {
  begunAt = Date.now();
  ({ client } = await service.workspace({ subject: 'ada' }));
  const published = await client.post<Agent>('/v1/agents', definition());
  const agent_id = published.data.id;
  const created = await client.post<CreatedThread>('/v1/loom/threads', { agent_id });
  const thread = `/v1/loom/threads/${created.data.id}`;
  const accepted = await client.post<AcceptedMessage>(`${thread}/messages`, { content: 'Hello' });
  const run = `/v1/loom/runs/${accepted.data.run_id}`;
  await settled(client, accepted.data.run_id);
  const get = async (path: string) => await client.get(path);
  answers = [
    { name: 'published agent', schema: Agent, answer: published },
    { name: 'agent published again', schema: Agent, answer: await client.post('/v1/agents', definition()) },
    { name: 'created thread', schema: CreatedThread, answer: created },
    { name: 'accepted message', schema: AcceptedMessage, answer: accepted },
    { name: 'agent', schema: Agent, answer: await get(`/v1/agents/${agent_id}`) },
    { name: 'agents', schema: Agent.array(), answer: await get('/v1/agents') },
    { name: 'thread', schema: Thread, answer: await get(thread) },
    { name: 'threads', schema: Thread.array(), answer: await get('/v1/loom/threads') },
    { name: 'messages', schema: Message.array(), answer: await get(`${thread}/messages`) },
    { name: 'run', schema: Run, answer: await get(run) },
    { name: 'runs', schema: Run.array(), answer: await get('/v1/loom/runs') },
    { name: 'trace', schema: Trace, answer: await get(`${run}/trace`) },
    { name: 'archived agent', schema: Agent, answer: await client.post(`/v1/agents/${agent_id}/archive`) },
  ];
});

it('[envelope.success] every success is status and data, and a collection has pagination beside it', () => {
  for (const { answer } of answers) {
    const beside = Array.isArray(answer.data) ? ['pagination'] : [];
    expect(Object.keys(answer.body as object)).toEqual(['status', 'data', ...beside]);
    expect(answer.body).toMatchObject({ status: 'success', data: expect.any(Object) });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

it('[envelope.status-200] a success is 200, a creation 201, an accepted message 202', () => {
  expect(
    answers.map(({ name, answer }) => [name, answer.status]).filter(([, status]) => status !== 200),
  ).toEqual([
    ['published agent', 201],
    ['created thread', 201],
    ['accepted message', 202],
  ]);
});

it('every success is all that its schema says, and nothing more', () => {
  for (const { schema, answer } of answers) expect(schema.parse(answer.data)).toEqual(answer.data);
});

it('[envelope.omits-empty-fields] null is sent only where a field is documented as null', () => {
  const documented = ['parts', 'pending_elicitation', 'pending_action', 'next_cursor', 'gate', 'outcome'];
  const nulls = answers.flatMap(({ answer }) => fields(answer.body).filter(([, value]) => value === null));
  expect([...new Set(nulls.map(([name]) => name))].filter((name) => !documented.includes(name))).toEqual([]);
  expect(nulls.map(([name]) => name)).toContain('parts');
});

it('[id.uuid-v7] ids of workspaces, threads, messages and runs are UUIDs v7', async () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const ids = answers
    .filter(({ name }) => !name.includes('agent'))
    .flatMap(({ answer }) => fields(answer.data))
    .filter(([name, value]) => /^(id|thread_id|run_id)$/.test(name) && !String(value).startsWith('agent_'));
  expect(ids.length).toBeGreaterThan(10);
  for (const [, id] of ids) expect(id).toMatch(uuid);
  expect((await service.workspace()).id).toMatch(uuid);
});

it('[id.agent] [id.api-key] ids of agents and API keys have their forms', async () => {
  for (const { answer } of answers.filter(({ name }) => name.includes('agent') && name !== 'agents')) {
    expect((answer.data as Agent).id).toMatch(/^agent_[0-9a-f]{32}$/);
  }
  expect((await service.workspace()).apiKey).toMatch(/^sk_[A-Za-z0-9_-]{43}$/);
});

it('[timestamp.rfc3339-utc-milliseconds] every timestamp is UTC with milliseconds and Z, and is now', () => {
  const times = answers.flatMap(({ answer }) => fields(answer.data).filter(([name]) => name.endsWith('_at')));
  expect(new Set(times.map(([name]) => name))).toEqual(
    new Set(['created_at', 'started_at', 'updated_at', 'opened_at', 'closed_at', 'archived_at']),
  );
  for (const [, time] of times) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const at = Date.parse(String(time));
    expect([time, begunAt <= at && at <= Date.now()]).toEqual([time, true]);
  }
});

/** Every field anywhere in a value, with its name. */
function fields(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.entries(value);
  return [...own, ...Object.values(value).flatMap(fields)];
}
