import { beforeAll, expect, it } from 'vitest';
import { newId } from '#store/mongo/ids.ts';
import { newApiKey } from '#store/credentials/api-keys.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { definition } from '../../support/agents.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { beginLongMinute } from '../../support/long-minute.ts';
import { startService } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() =>
  startService({
    requestsPerMinute: 100,
    services: {
      hasModel: (modelClass) => {
        if (modelClass === 'deep') throw new Error('a fault');
        return true;
      },
    },
  }),
);
let ada: ApiClient;
let thread: string;
beforeAll(async () => {
  ada = (await service.workspace({ subject: 'ada' })).client;
  thread = await startThread(ada);
});

const json = { 'content-type': 'application/json' };

/** Something that gives each status, in the order in which a request goes through the service. */
const asked: [status: number, ask: () => Promise<ApiAnswer>][] = [
  [401, async () => await ada.with({ apiKey: newApiKey() }).get('/v1/agents')],
  [404, async () => await ada.get('/v1/nothing')],
  [405, async () => await ada.send('PUT', '/v1/agents')],
  [422, async () => await ada.ofWorkspace().get(`/v1/loom/runs/${newId()}`)],
  [415, async () => await ada.send('POST', '/v1/agents', { body: 'x', headers: { 'content-type': 'a/b' } })],
  [413, async () => await ada.send('POST', '/v1/agents', { body: ' '.repeat(2 ** 20 + 1), headers: json })],
  [400, async () => await ada.send('POST', '/v1/agents', { body: '{', headers: json })],
  [422, async () => await ada.get('/v1/agents?limit=x')],
  [404, async () => await ada.get(`/v1/loom/runs/${newId()}`)],
  [500, async () => await ada.post('/v1/agents', definition({ model_class: 'deep' }))],
  [200, async () => await ada.get('/v1/agents')],
  [201, async () => await ada.post('/v1/agents', definition())],
  [202, async () => await ada.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' })],
];

it.each(asked)(
  '[rate-limit.headers] [rate-limit.ietf-headers] a %d says where the allowance stands',
  async (status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    const header = (name: string) => answer.headers.get(name) ?? '';
    const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
      Number(header(`RateLimit-${name}`) || Number.NaN),
    );
    expect(limit).toBe(100);
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThan(100);
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(60);
    expect(header('RateLimit-Policy')).toBe('"default";q=100;w=60');
    expect(header('RateLimit')).toBe(`"default";r=${remaining};t=${reset}`);
  },
);

it('[rate-limit.headers] each request leaves one less', async () => {
  const { id, client } = await service.workspace();
  await beginLongMinute(service.db, id);
  const left: number[] = [];
  for (let asked = 0; asked < 5; asked += 1) {
    left.push(Number((await client.get('/v1/agents')).headers.get('ratelimit-remaining')));
  }
  expect(left).toEqual([99, 98, 97, 96, 95]);
});

it('what is outside /v1 is not limited and says nothing of an allowance', async () => {
  for (const path of ['/healthz', '/nothing']) {
    expect((await ada.get(path)).headers.get('ratelimit-limit')).toBeNull();
  }
});
