import { expect, it } from 'vitest';
import type { IdentifyStats, Usage } from '#contract/usage.ts';
import { known, lookUp, statsOf, uncovered, unknown } from '../../support/identify.ts';
import { withKey } from '../../support/idempotency.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');

it('[identify.stats] [usage.excludes-replays] lookups are counted by rail and result, once each, those that are replayed not again', async () => {
  const { client } = await service.workspace();
  const keyed = withKey(client);
  for (let times = 0; times < 3; times += 1) await lookUp(keyed, known);
  for (const body of [known, unknown, unknown, uncovered]) await lookUp(client, body);
  const { data } = await client.get<IdentifyStats>('/v1/identify/stats');
  expect(data).toEqual({
    from: expect.any(String),
    to: expect.any(String),
    total: 5,
    counts: [
      { rail: 'iban', result: 'identified', count: 2 },
      { rail: 'iban', result: 'unsupported', count: 1 },
      { rail: 'swift', result: 'not_found', count: 2 },
    ],
  });
  expect((await client.get<Usage>('/v1/usage')).data.identify).toEqual(data.counts);
});

it('[identify.stats] a period is counted from its first to before its last moment', async () => {
  const { client } = await service.workspace();
  await lookUp(client, known);
  const soon = new Date(Date.now() + 60_000).toISOString();
  const ago = new Date(Date.now() - 60_000).toISOString();
  expect(await statsOf(client, `?from=${ago}&to=${soon}`)).toEqual(['iban identified 1']);
  expect(await statsOf(client, `?to=${ago}`)).toEqual([]);
  expect(await statsOf(client, `?from=${soon}`)).toEqual([]);
  expect(verdict(await client.get(`/v1/identify/stats?from=${soon}&to=${ago}`))).toEqual([
    422,
    'invalid_request',
  ]);
});

it('[identify.stats] [tenancy.cross-workspace] a workspace counts its own', async () => {
  const [mine, other] = [await service.workspace(), await service.workspace()];
  await lookUp(mine.client, known);
  expect(await statsOf(other.client)).toEqual([]);
});
