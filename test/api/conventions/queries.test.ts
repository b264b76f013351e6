import { beforeAll, expect, it } from 'vitest';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let client: ApiClient;
let thread: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  thread = await startThread(client);
});

it.each([
  ['/v1/loom/runs?state=open', 'state', 'invalid_value'],
  ['/v1/loom/runs?state=', 'state', 'invalid_value'],
  ['/v1/loom/runs?thread_id=1', 'thread_id', 'invalid_format'],
  ['/v1/loom/runs?thread_id[$ne]=1', 'thread_id[$ne]', 'unrecognized_key'],
  ['/v1/loom/runs?thread_id=%00', 'thread_id', 'invalid_format'],
  [`/v1/loom/runs?thread_id=${newId()}&thread_id=${newId()}`, 'thread_id', 'invalid_type'],
  ['/v1/agents?key=A%20B', 'key', 'invalid_format'],
  ['/v1/agents?limit=1&limit=2', 'limit', 'invalid_type'],
  ['/v1/agents?page=2', 'page', 'unrecognized_key'],
  ['/v1/agents?__proto__=1', '__proto__', 'unrecognized_key'],
  ['/v1/agents?constructor=1', 'constructor', 'unrecognized_key'],
  ['/v1/loom/threads?offset=2', 'offset', 'unrecognized_key'],
  [`/v1/loom/runs/${newId()}?wait=x`, 'wait', 'invalid_format'],
  [`/v1/loom/runs/${newId()}/trace?verbose=1`, 'verbose', 'unrecognized_key'],
])('[query.invalid] %s is refused, and told where', async (path, field, code) => {
  const answer = await client.get(path);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([{ path: field, message: expect.any(String), code }]);
});

it('[query.invalid] a POST takes no query that it does not know', async () => {
  const answer = await client.post(`/v1/loom/threads/${thread}/messages?wait=5`, { content: 'Hello' });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
});

it('[query.invalid] all that is wrong is said at once', async () => {
  const { error } = await client.get('/v1/loom/runs?state=x&limit=y');
  expect((error.details as { path: string }[]).map(({ path }) => path)).toEqual(['limit', 'state']);
});

it.each(['', '1.5', 'ten', '1e2', '0x10', ' 1', '1,000', 'NaN', 'Infinity', '%00', '5;'])(
  '[pagination.limit-not-an-integer] limit=%s is refused',
  async (limit) => {
    for (const path of [
      '/v1/agents',
      '/v1/loom/threads',
      '/v1/loom/runs',
      `/v1/loom/threads/${thread}/messages`,
    ]) {
      const answer = await client.get(`${path}?limit=${limit}`);
      expect(verdict(answer)).toEqual([422, 'invalid_request']);
      expect(answer.error.details).toEqual([
        { path: 'limit', message: 'must be an integer', code: 'invalid_format' },
      ]);
    }
  },
);
