import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { AcceptedMessage } from '#contract/message.ts';
import { toCredits } from '#contract/credits.ts';
import type { RequestRecord } from '#contract/request.ts';
import { definition } from '../../support/agents.ts';
import { messagesOf, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { accountOf } from '../../support/ledger.ts';

const service = sharedService();
let workspace: TestWorkspace;
let thread: string;
beforeAll(async () => {
  workspace = await service.workspace({ subject: 'ada' });
  thread = await startThread(workspace.client);
});

/** An answer byte for byte, without what belongs to each request. */
async function sendRaw(path: string, key: string, body: string) {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${workspace.apiKey}`,
      'service-subject': 'ada',
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body,
  });
  const {
    date: _date,
    'request-id': requestId,
    'idempotency-replayed': replayed,
    ...headers
  } = Object.fromEntries([...response.headers].filter(([name]) => !name.startsWith('ratelimit')));
  const bytes = Buffer.from(await response.arrayBuffer()).toString('hex');
  return { answer: { status: response.status, headers, bytes }, requestId, replayed, all: response.headers };
}

it.each([
  ['a creation', () => '/v1/agents', JSON.stringify(definition({ name: 'Ünïcode 🧵' }))],
  ['an acceptance', () => `/v1/loom/threads/${thread}/messages`, '{"content":"Hello"}'],
])(
  '[idempotency.replay-is-exact] %s comes back byte for byte, under an id of its own',
  async (_, path, body) => {
    const key = randomUUID();
    const first = await sendRaw(path(), key, body);
    const again = [await sendRaw(path(), key, body), await sendRaw(path(), key, body)];
    expect(first.replayed).toBeUndefined();
    for (const { answer, replayed, requestId, all } of again) {
      expect(answer).toEqual(first.answer);
      expect(replayed).toBe('true');
      expect(requestId).not.toBe(first.requestId);
      expect(Number(all.get('ratelimit-remaining'))).toBeLessThan(
        Number(first.all.get('ratelimit-remaining')),
      );
    }
  },
);

it('[idempotency.replay] a message that is posted again is neither said nor answered nor charged again', async () => {
  // Nothing else is charged to a workspace of its own.
  const { id, client } = await service.workspace({ subject: 'ada' });
  const keyed = withKey(client);
  const own = await startThread(client);
  const path = `/v1/loom/threads/${own}/messages`;
  const first = await keyed.post<AcceptedMessage>(path, { content: 'Hello' });
  const { cost_credits } = await settled(client, first.data.run_id);
  const balance = async () => (await accountOf(service.db, id)).balance;
  const before = await balance();
  const again = await keyed.post<AcceptedMessage>(path, { content: 'Hello' });
  expect([again.status, again.body, isReplayed(again)]).toEqual([202, first.body, true]);
  expect((await messagesOf(client, own)).map(({ content }) => content)).toEqual(['Hello', 'You said: Hello']);
  expect(cost_credits).toBeGreaterThan(0);
  expect(toCredits(await balance())).toBe(toCredits(before));
});

it('[idempotency.without-key] without a key each POST works again', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const agent = await publishScripted(client);
  const bare = await startThread(client, agent.id);
  const path = `/v1/loom/threads/${bare}/messages`;
  const [one, other] = [
    await client.post<AcceptedMessage>(path, { content: 'Hello' }),
    await client.post<AcceptedMessage>(path, { content: 'Hello' }),
  ];
  expect(one.data.run_id).not.toBe(other.data.run_id);
  expect([isReplayed(one), isReplayed(other)]).toEqual([false, false]);
  expect(await service.db.runs.countDocuments({ thread_id: bare })).toBe(2);
});

it('a key on a GET means nothing', async () => {
  const keyed = withKey(workspace.client);
  const before = await keyed.get<unknown[]>('/v1/agents');
  await publishScripted(workspace.client, { key: 'another' });
  const after = await keyed.get<unknown[]>('/v1/agents');
  expect([after.data.length, isReplayed(after)]).toEqual([before.data.length + 1, false]);
});

it('[idempotency.replay-is-logged] a replay is recorded as a request, marked, about the run of the first', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const keyed = withKey(client);
  const thread = await startThread(client);
  const path = `/v1/loom/threads/${thread}/messages`;
  const { data: accepted } = await keyed.post<AcceptedMessage>(path, { content: 'Hello' });
  await settled(client, accepted.run_id);
  await keyed.post(path, { content: 'Hello' });
  const { data } = await client.get<RequestRecord[]>(`/v1/requests?run_id=${accepted.run_id}`);
  const posted = data.filter(({ method }) => method === 'POST');
  expect(posted.map(({ status, replayed, cost_credits }) => [status, replayed, cost_credits])).toEqual([
    [202, true, 0],
    [202, false, 0],
  ]);
});
