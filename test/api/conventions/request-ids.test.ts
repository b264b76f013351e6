import { expect, it } from 'vitest';
import { Uuid } from '#contract/ids.ts';
import { newId } from '#store/mongo/ids.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');

it('[response.request-id] every response has a Request-Id of its own, errors included', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const answers = [
    await client.get('/v1/agents'),
    await client.get('/v1/agents'),
    await client.post('/v1/agents', {}),
    await client.send('POST', '/v1/agents', { body: 'x'.repeat(2 * 1024 * 1024) }),
    await client.send('DELETE', '/v1/agents'),
    await client.get('/v1/nothing'),
    await client.get(`/v1/loom/runs/${newId()}`),
    await client.with({ apiKey: 'sk_none' }).get('/v1/agents'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 415, 405, 404, 404, 401]);
  const ids = answers.map(({ headers }) => headers.get('request-id'));
  for (const id of ids) expect(Uuid.safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

it('[response.request-id] a Request-Id of the client is not taken over', async () => {
  const { client } = await service.workspace();
  const { headers } = await client.with({ headers: { 'request-id': 'mine' } }).get('/v1/agents');
  expect(headers.get('request-id')).not.toBe('mine');
});

it('[response.request-id-in-log] the log lines of a request carry its Request-Id, and no credential or content', async () => {
  const { client, apiKey } = await service.workspace({ subject: 'a-subject' });
  const name = 'An agent that nobody reads of';
  await publishScripted(client, { name });
  const { headers, status } = await client.get('/v1/agents?key=scripted');
  const lines = service.logs.filter((line) => line['request_id'] === headers.get('request-id'));
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'request',
      method: 'GET',
      path: '/v1/agents',
      status,
      duration_ms: expect.any(Number),
    }),
  ]);
  const everything = JSON.stringify(service.logs);
  for (const secret of [apiKey, name]) expect(everything).not.toContain(secret);
});
