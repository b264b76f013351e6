import { expect, it } from 'vitest';
import type { RequestRecord } from '#contract/request.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import { walk } from '../../support/walk.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startProxiedService({ worker: false }));
/** As the store has them, without asking a process that has more. */
const stored = async (workspace_id: string) => await service.db.requests.find({ workspace_id }).toArray();

it('an API that is stopped stores the records that it still has', async () => {
  const { id, client } = await service.workspace();
  const second = await service.secondApi();
  await Promise.all(Array.from({ length: 20 }, () => client.at(second.baseUrl).get('/v1/agents')));
  await second.stop();
  expect(await stored(id)).toHaveLength(20);
});

it('another process sees them a moment later', async () => {
  const { client } = await service.workspace();
  const second = await service.secondApi();
  await client.at(second.baseUrl).get('/v1/agents');
  const routes = async () =>
    (await client.get<RequestRecord[]>('/v1/requests')).data.map(({ route }) => route);
  await expect.poll(routes).toContain('/v1/agents');
});

it('of many requests that several processes record at once, each is listed once, newest first', async () => {
  const { client } = await service.workspace();
  const second = await service.secondApi();
  const asked = async (_: unknown, index: number) => {
    const at = index % 2 === 0 ? client : client.at(second.baseUrl);
    return (await at.get('/v1/agents')).headers.get('request-id') as string;
  };
  const made: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    made.push(...(await Promise.all(Array.from({ length: 50 }, asked))));
  }
  await second.stop();
  const pages = await walk<RequestRecord>(client, '/v1/requests?limit=15&status=200');
  const listed = pages.flatMap(({ data }) => data.filter(({ route }) => route === '/v1/agents'));
  expect(listed.map(({ id }) => id)).toEqual(made.toSorted().toReversed());
  for (const id of [made[0], made[100], made.at(-1)]) {
    expect((await client.get<RequestRecord>(`/v1/requests/${id}`)).data.id).toBe(id);
  }
});

it('records wait while the store is away, and the log says so once', async () => {
  const { id, client } = await service.workspace();
  const away = service.mongodb.inject({
    strikes: ({ name, collection }) => name === 'insert' && collection === 'requests',
    effect: { lost: 'command' },
  });
  const asked = await Promise.all(Array.from({ length: 10 }, () => client.post('/v1/agents', {})));
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 422));
  await expect
    .poll(() => service.logs.filter(({ msg }) => String(msg).startsWith('request records wait')).length)
    .toBe(1);
  away.lift();
  await expect.poll(async () => (await stored(id)).filter(({ status }) => status === 422)).toHaveLength(10);
  // They are there before the process that stored them knows.
  await expect
    .poll(() => service.logs.filter(({ msg }) => msg === 'request records are stored again'))
    .toHaveLength(1);
});
