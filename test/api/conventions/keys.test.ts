import { beforeAll, expect, it } from 'vitest';
import type { Message } from '#contract/message.ts';
import type { CreatedThread, Thread } from '#contract/thread.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
let client: ApiClient;
let agent_id: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent_id = (await publishScripted(client)).id;
});

/** Under keys that mean something to a database or to JavaScript, and nothing here. */
const metadata = Object.fromEntries(
  ['$set', '$where', '$', 'a.b', '.a', 'a.', '.', '_id', 'constructor', 'prototype', 'toString', '0', ' ']
    .concat('ö 🧵', 'a"b\\c\n', 'length')
    .map((key) => [key, `value of ${key}`]),
);

it('[thread.create.metadata] odd keys come back as they were sent, on a thread', async () => {
  const created = await client.post<CreatedThread>('/v1/loom/threads', { agent_id, metadata });
  expect(created.data.metadata).toEqual(metadata);
  const path = `/v1/loom/threads/${created.data.id}`;
  expect((await client.get<Thread>(path)).data.metadata).toEqual(metadata);
  // A message writes the thread again.
  await client.post(`${path}/messages`, { content: 'Hello' });
  expect((await client.get<Thread>(path)).data.metadata).toEqual(metadata);
});

it('[message.post.metadata] odd keys come back as they were sent, on a message', async () => {
  const path = `/v1/loom/threads/${await startThread(client, agent_id)}/messages`;
  expect((await client.post(path, { content: 'Hello', metadata })).status).toBe(202);
  expect((await client.get<Message[]>(path)).data.map((message) => message.metadata)).toEqual([metadata]);
});

it('[body.hostile] __proto__ is refused wherever it stands, for it would not come back', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const body of [
    `{"agent_id":"${agent_id}","metadata":{"__proto__":"x"}}`,
    `{"agent_id":"${agent_id}","__proto__":{"title":"x"}}`,
    `{"agent_id":"${agent_id}","metadata":{"\\u005f_proto__":"x"}}`,
  ]) {
    expect(verdict(await client.send('POST', '/v1/loom/threads', { headers, body }))).toEqual([
      422,
      'invalid_request',
    ]);
  }
});

it.each(['$set', 'a.b', '__proto__', '"', '{"$gt":""}'])(
  'a value of %j is a value like any other',
  async (text) => {
    const body = { agent_id, title: text, subject_ref: 'ada', metadata: { key: text } };
    const { data } = await client.post<CreatedThread>('/v1/loom/threads', body);
    expect([data.title, data.metadata]).toEqual([text, { key: text }]);
  },
);

it.each(['agent_id', 'title', 'subject_ref'])('an operator in place of %s is refused', async (field) => {
  const answer = await client.post('/v1/loom/threads', { agent_id, [field]: { $ne: null } });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
});
