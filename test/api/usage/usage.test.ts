import { expect, it } from 'vitest';
import type { Run, Trace } from '#contract/run.ts';
import type { Usage } from '#contract/usage.ts';
import { Commit } from '#store/mongo/commit.ts';
import { usageOf } from '#store/money/usage.ts';
import type { MeteredUse } from '#engine/documents/usage.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const usage = async (client: ApiClient, query = '') => (await client.get<Usage>(`/v1/usage${query}`)).data;

async function tokensOf(
  client: ApiClient,
  runs: Run[],
): Promise<{ input_tokens: number; output_tokens: number }> {
  const traces = await Promise.all(
    runs.map(async ({ id }) => (await client.get<Trace>(`/v1/loom/runs/${id}/trace`)).data),
  );
  const turns = traces.flatMap((trace) => trace.turns);
  const sum = (name: 'input_tokens' | 'output_tokens') =>
    turns.reduce((total, turn) => total + turn[name], 0);
  return { input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') };
}

it('[usage.loom] runs and tokens are counted by published version, failed runs and every turn among them', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const first = await publishScripted(client);
  const second = await publishScripted(client, { name: 'Renamed', patches: [{ ref: 'update_plan@1' }] });
  const thread = await startThread(client, first.id);
  const other = await startThread(client, second.id);
  const ofFirst = [
    await converse(client, thread, 'Hello'),
    await converse(client, thread, '/bad\n---\n/bad\n---\n/bad'),
  ];
  const ofSecond = [await converse(client, other, '/call update_plan {"steps":[]}\n---\n/say Done')];
  const { from, to, ...counted } = await usage(client);
  expect(counted).toEqual({
    agents: [
      {
        agent_id: first.id,
        agent_key: 'scripted',
        name: 'Scripted',
        runs: 2,
        cached_input_tokens: 0,
        ...(await tokensOf(client, ofFirst)),
      },
      {
        agent_id: second.id,
        agent_key: 'scripted',
        name: 'Renamed',
        runs: 1,
        cached_input_tokens: 0,
        ...(await tokensOf(client, ofSecond)),
      },
    ],
    identify: [],
    extract: [],
    voice: { characters: 0, seconds: 0 },
  });
  expect(counted.agents[0]?.input_tokens).toBeGreaterThan(0);
  expect(Date.parse(to) - Date.parse(from)).toBe(30 * 24 * 60 * 60 * 1000);
});

it('metered uses are added up by what they are of', async () => {
  const { id, client } = await service.workspace();
  const uses: MeteredUse[] = [
    { product: 'identify', rail: 'iban', result: 'identified', count: 1 },
    { product: 'identify', rail: 'swift', result: 'unsupported', count: 1 },
    { product: 'identify', rail: 'iban', result: 'not_found', count: 1 },
    { product: 'identify', rail: 'iban', result: 'identified', count: 1 },
    { product: 'voice', characters: 120, seconds: 0 },
    { product: 'voice', characters: 0, seconds: 2.5 },
  ];
  const commit = new Commit(service.db);
  await commit
    .insert(
      'usage',
      uses.map((use) => usageOf(id, use)),
    )
    .write();
  const { identify, voice } = await usage(client);
  expect(identify).toEqual([
    { rail: 'iban', result: 'identified', count: 2 },
    { rail: 'iban', result: 'not_found', count: 1 },
    { rail: 'swift', result: 'unsupported', count: 1 },
  ]);
  expect(voice).toEqual({ characters: 120, seconds: 2.5 });
  const other = await service.workspace();
  expect(await usage(other.client)).toMatchObject({
    agents: [],
    identify: [],
    voice: { characters: 0, seconds: 0 },
  });
});

it('a period has its first moment and not its last; either end can be left out, and have any offset', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { opened_at, closed_at } = await converse(client, await startThread(client), 'Hello');
  const later = new Date(Date.parse(closed_at as string) + 1).toISOString();
  const runs = async (query: string) =>
    (await usage(client, query)).agents.reduce((sum, agent) => sum + agent.runs, 0);
  expect(await runs(`?from=${opened_at}&to=${later}`)).toBe(1);
  expect(await runs(`?from=${opened_at}`)).toBe(1);
  expect(await runs(`?to=${later}`)).toBe(1);
  expect(await runs(`?to=${opened_at}`)).toBe(0);
  expect(await runs(`?from=${opened_at}&to=${opened_at}`)).toBe(0);
  expect(await runs('?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')).toBe(0);
  expect(await runs('?from=2199-01-01T00:00:00Z')).toBe(0);
  const { from, to } = await usage(client, '?from=2026-11-21T12:00:00%2B02:00&to=2026-11-21T10:00:00.5Z');
  expect([from, to]).toEqual(['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.500Z']);
});

it.each([
  '?from=yesterday',
  '?from=2026-11-21',
  '?to=1',
  '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
  '?days=3',
])('%s is no period', async (query) => {
  const { client } = await service.workspace();
  expect(verdict(await client.get(`/v1/usage${query}`))).toEqual([422, 'invalid_request']);
});

it('[usage.excludes-replays] [idempotency.replay-is-logged] a replay is in the request log and in no usage', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const say = async () =>
    await client.send<{ run_id: string }>('POST', `/v1/loom/threads/${thread}/messages`, {
      body: '{"content":"Hello"}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
    });
  const { data } = await say();
  await settled(client, data.run_id);
  const before = await usage(client);
  expect((await say()).headers.get('idempotency-replayed')).toBe('true');
  const { from: _, to: __, ...counted } = await usage(client);
  expect(before).toMatchObject(counted);
  expect(counted.agents).toMatchObject([{ runs: 1 }]);
  const { data: records } =
    await client.get<{ replayed: boolean; status: number }[]>('/v1/requests?status=202');
  expect(records.map(({ replayed }) => replayed)).toEqual([true, false]);
});
