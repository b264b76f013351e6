import { beforeAll, expect, it } from 'vitest';
import { newAgentId, newId } from '#store/mongo/ids.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { post, publishScripted, startThread } from '#client/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

/** One workspace has an agent, a thread and a run; another, with subjects of the same names, looks for them. */
const service = sharedService('quiet');
let owner: ApiClient;
let stranger: ApiClient;
let theirs: { agent: string; thread: string; run: string };
const nobodys = { agent: newAgentId(), thread: newId(), run: newId() };
beforeAll(async () => {
  owner = (await service.workspace({ subject: 'ada' })).client;
  stranger = (await service.workspace({ subject: 'ada' })).client;
  const agent = await publishScripted(owner);
  const thread = await startThread(owner, agent.id);
  theirs = { agent: agent.id, thread, run: await post(owner, thread, 'Hello') };
});

type Ids = typeof nobodys;
const requests: [name: string, send: (client: ApiClient, ids: Ids) => Promise<ApiAnswer>, code?: string][] = [
  ['an agent', (client, { agent }) => client.get(`/v1/agents/${agent}`)],
  ['an agent to archive', (client, { agent }) => client.post(`/v1/agents/${agent}/archive`)],
  [
    'an agent to talk to',
    (client, { agent }) => client.post('/v1/loom/threads', { agent_id: agent }),
    'unknown_agent',
  ],
  ['a thread', (client, { thread }) => client.get(`/v1/loom/threads/${thread}`)],
  ['the messages of a thread', (client, { thread }) => client.get(`/v1/loom/threads/${thread}/messages`)],
  [
    'a thread to post to',
    (client, { thread }) => client.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' }),
  ],
  ['a run', (client, { run }) => client.get(`/v1/loom/runs/${run}`)],
  ['a run to wait for', (client, { run }) => client.get(`/v1/loom/runs/${run}?wait=30`)],
  ['the trace of a run', (client, { run }) => client.get(`/v1/loom/runs/${run}/trace`)],
];

/** All that a client can see of an answer, but for what differs from request to request. */
function seen({ status, headers, body }: ApiAnswer) {
  const own = [...headers].filter(([name]) => !/^(request-id|date|ratelimit.*)$/.test(name));
  return { status, headers: own, body: JSON.stringify(body) };
}

it.each(requests)(
  '[tenancy.cross-workspace] %s of another workspace is 404, and looks like one that does not exist',
  async (_, send, code = 'not_found') => {
    const answer = await send(stranger, theirs);
    expect(verdict(answer)).toEqual([404, code]);
    expect(seen(answer)).toEqual(seen(await send(stranger, nobodys)));
  },
);

it.each(requests.filter(([name]) => !name.includes('agent')))(
  '[auth.subject.isolated] [tenancy.cross-workspace] %s of another subject is 404, and looks like one that does not exist',
  async (_, send) => {
    const answer = await send(owner.as('bob'), theirs);
    expect(verdict(answer)).toEqual([404, 'not_found']);
    expect(seen(answer)).toEqual(seen(await send(owner.as('bob'), nobodys)));
  },
);

it.each(['/v1/agents', '/v1/agents?key=scripted', '/v1/loom/threads', '/v1/loom/runs'])(
  '[tenancy.cross-workspace] %s lists nothing of another workspace, with a subject or without',
  async (path) => {
    for (const client of [stranger, stranger.ofWorkspace()]) {
      expect((await client.get(path)).data).toEqual([]);
    }
  },
);

it('[auth.subject.isolated] nothing of another subject is listed, nor found by its thread', async () => {
  const bob = owner.as('bob');
  for (const path of ['/v1/loom/threads', '/v1/loom/runs', `/v1/loom/runs?thread_id=${theirs.thread}`]) {
    expect((await bob.get(path)).data).toEqual([]);
  }
});

it('what others tried changed nothing', async () => {
  expect((await owner.get<{ archived_at?: string }>(`/v1/agents/${theirs.agent}`)).data).not.toHaveProperty(
    'archived_at',
  );
  expect((await owner.get(`/v1/loom/threads/${theirs.thread}`)).data).toMatchObject({ message_count: 1 });
});
