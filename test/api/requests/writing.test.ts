import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestRecord } from '#contract/request.ts';
import { startProxiedService, type ProxiedService } from '#test/support/proxied-service.ts';

let service: ProxiedService;
beforeAll(async () => {
  service = await startProxiedService({ worker: false });
});
afterAll(async () => await service.stop());

it('an API that is stopped stores the records that it still has', async () => {
  const { id, client } = await service.workspace();
  const second = await service.secondApi();
  await Promise.all(Array.from({ length: 20 }, () => client.at(second.baseUrl).get('/v1/agents')));
  await second.stop();
  expect(await service.db.requests.countDocuments({ workspace_id: id })).toBe(20);
});

it('another process sees them a moment later', async () => {
  const { client } = await service.workspace();
  const second = await service.secondApi();
  await client.at(second.baseUrl).get('/v1/agents');
  const routes = async () =>
    (await client.get<RequestRecord[]>('/v1/requests')).data.map(({ route }) => route);
  await expect.poll(routes, { timeout: 5000 }).toContain('/v1/agents');
});

it('records wait while the store is away, and the log says so once', async () => {
  const { id, client } = await service.workspace();
  await client.get('/v1/agents');
  await service.mongodb.cut();
  const asked = await Promise.all(Array.from({ length: 10 }, () => client.post('/v1/agents', {})));
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 422));
  await expect
    .poll(() => service.logs.filter(({ msg }) => String(msg).startsWith('request records wait')).length, {
      timeout: 20_000,
    })
    .toBe(1);
  await service.mongodb.restore();
  await expect
    .poll(async () => await service.db.requests.countDocuments({ workspace_id: id, status: 422 }), {
      timeout: 30_000,
    })
    .toBe(10);
  expect(service.logs.filter(({ msg }) => msg === 'request records are stored again')).toHaveLength(1);
});
