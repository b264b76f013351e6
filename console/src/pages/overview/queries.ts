import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { api, dataOf } from '../../api/client.ts';
import type { WebhookEndpoint } from '../../api/schema.ts';
import { periodOf, type Range, ranges } from './range.ts';

/** How often the figures are read again while they are on the screen. */
const refetchInterval = 30_000;
const ofRange = { refetchInterval, placeholderData: keepPreviousData } as const;
const queryOf = (range: Range) => ({ ...periodOf(range, Date.now()), interval: ranges[range].interval });

/** Counts, durations and costs of runs. */
export const runStatsQuery = (range: Range) =>
  queryOptions({
    ...ofRange,
    queryKey: ['overview', 'runs', range],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/loom/stats', { params: { query: queryOf(range) }, signal })),
  });

/** Statistics of webhook deliveries. */
export const webhookStatsQuery = (range: Range) =>
  queryOptions({
    ...ofRange,
    queryKey: ['overview', 'webhooks', range],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/stats/webhooks', { params: { query: queryOf(range) }, signal })),
  });

/** Statistics of lookups. */
export const identifyStatsQuery = (range: Range) =>
  queryOptions({
    ...ofRange,
    queryKey: ['overview', 'identify', range],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/identify/stats', { params: { query: periodOf(range, Date.now()) }, signal })),
  });

/** The credits that the workspace has. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  refetchInterval,
  queryFn: async ({ signal }) => dataOf(await api.GET('/v1/credits', { signal })),
});

/** All webhook endpoints, which have the addresses of those that were delivered to. */
export const allEndpointsQuery = queryOptions({
  queryKey: ['overview', 'endpoints'],
  queryFn: async ({ signal }) =>
    await allPages<WebhookEndpoint>(
      async (cursor) =>
        await api.GET('/v1/webhook-endpoints', {
          params: { query: { limit: 100, ...(cursor && { cursor }) } },
          signal,
        }),
    ),
});
