import { expect, it } from 'vitest';
import { setWorkspaceRate } from '#store/credentials/workspaces.ts';
import { definition } from '../../support/agents.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { beginLongMinute } from '../../support/long-minute.ts';
import { startService, type TestWorkspace } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startService({ worker: false, requestsPerMinute: 20 }));
/** A workspace whose minute does not end before the test. */
async function limited(): Promise<TestWorkspace> {
  const workspace = await service.workspace();
  await beginLongMinute(service.db, workspace.id);
  return workspace;
}

/** How many of so many simultaneous requests are admitted, each from the next of the clients. */
async function admitted(clients: ApiClient[], count: number): Promise<number> {
  const one = async (_: unknown, index: number) =>
    await (clients[index % clients.length] as ApiClient).get('/v1/agents');
  const answers = await Promise.all(Array.from({ length: count }, one));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(count - refused.length);
  return count - refused.length;
}

const limitOf = ({ headers }: ApiAnswer) => headers.get('ratelimit-limit');

it('[rate-limit.exhausted] [rate-limit.default] over the allowance a request is 429, with the time to wait', async () => {
  const { client: begun } = await service.workspace();
  expect(Number((await begun.get('/v1/agents')).headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  const { client } = await limited();
  expect(await admitted([client], 30)).toBe(20);
  const answer = await client.get('/v1/agents');
  expect(verdict(answer)).toEqual([429, 'rate_limited']);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(answer.headers.get('ratelimit-reset')).toBe(String(seconds));
  expect(answer.headers.get('ratelimit-remaining')).toBe('0');
});

it('[rate-limit.exhausted] what is refused is not done', async () => {
  const { id, client } = await limited();
  await admitted([client], 20);
  expect(verdict(await client.post('/v1/agents', definition()))).toEqual([429, 'rate_limited']);
  expect(await service.db.agents.countDocuments({ workspace_id: id })).toBe(0);
});

it('[rate-limit.shared-by-keys] the keys of a workspace share one allowance, other workspaces have their own', async () => {
  const { client } = await limited();
  const { data } = await client.post<{ key: string }>('/v1/api-keys', {});
  expect(await admitted([client, client.with({ apiKey: data.key })], 30)).toBe(19);
  const other = await limited();
  expect(await admitted([other.client], 20)).toBe(20);
});

it('[rate-limit.across-processes] API processes share one allowance exactly, whoever asks for how much', async () => {
  const second = await service.secondApi();
  const third = await service.secondApi();
  const everywhere = ({ client }: { client: ApiClient }) => [
    client,
    client.at(second.baseUrl),
    client.at(third.baseUrl),
  ];
  expect(await admitted(everywhere(await limited()), 60)).toBe(20);
  // One after the other: nobody keeps what another could use.
  const { client } = await limited();
  let count = 0;
  for (const at of Array.from({ length: 12 }, () => everywhere({ client })).flat()) {
    count += (await at.get('/v1/agents')).status === 200 ? 1 : 0;
  }
  expect(count).toBe(20);
});

it('[rate-limit.across-processes] a large allowance is spent in shares, and exactly all the same', async () => {
  const second = await service.secondApi();
  const { id, client } = await limited();
  await setWorkspaceRate(service.db, id, 300);
  // Each process is asked for all of it: what one took and did not spend would be missing. They have no more clients at
  // once than the system lets wait for a process that is slow to accept them: 511.
  expect(await admitted([client, client.at(second.baseUrl)], 700)).toBe(300);
});

it('[rate-limit.workspace-rate] a rate that an operator sets holds within seconds, for what is left of the minute', async () => {
  const { id, client } = await service.workspace();
  expect(limitOf(await client.get('/v1/agents'))).toBe('20');
  await setWorkspaceRate(service.db, id, 50);
  await expect.poll(async () => limitOf(await client.get('/v1/agents')), { interval: 1000 }).toBe('50');
  expect(Number((await client.get('/v1/agents')).headers.get('ratelimit-remaining'))).toBeGreaterThan(35);
  await setWorkspaceRate(service.db, id, 1);
  await expect
    .poll(async () => verdict(await client.get('/v1/agents')), { interval: 1000 })
    .toEqual([429, 'rate_limited']);
});

it('when the minute is over, the allowance is whole again', async () => {
  const { id, client } = await limited();
  expect(await admitted([client], 21)).toBe(20);
  await service.db.rate_limits.updateOne({ _id: id }, { $set: { resets_at: Date.now() - 1 } });
  // The first process has seen that nothing is left until then; another one asks.
  const { baseUrl } = await service.secondApi();
  expect(await admitted([client.at(baseUrl)], 21)).toBe(20);
});
