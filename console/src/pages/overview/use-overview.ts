import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { periodOf, type Range, ranges } from './range.ts';

/** How often the figures are read again while they are on the screen. */
const refetchInterval = 30_000;

/** The figures of a range, each read on its own: one that cannot be read does not hide the others. */
export function useOverview(range: Range) {
  const { interval } = ranges[range];
  const shared = { refetchInterval, placeholderData: keepPreviousData };
  const runs = useQuery({
    ...shared,
    queryKey: ['overview', 'runs', range],
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET('/v1/loom/stats', {
          params: { query: { ...periodOf(range, Date.now()), interval } },
          signal,
        }),
      ),
  });
  const webhooks = useQuery({
    ...shared,
    queryKey: ['overview', 'webhooks', range],
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET('/v1/stats/webhooks', {
          params: { query: { ...periodOf(range, Date.now()), interval } },
          signal,
        }),
      ),
  });
  const identify = useQuery({
    ...shared,
    queryKey: ['overview', 'identify', range],
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET('/v1/identify/stats', {
          params: { query: periodOf(range, Date.now()) },
          signal,
        }),
      ),
  });
  const credits = useQuery({
    queryKey: ['credits'],
    refetchInterval,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/credits', { signal })),
  });
  const endpoints = useQuery({
    queryKey: ['overview', 'endpoints'],
    queryFn: async ({ signal }) =>
      await allPages<Schema<'WebhookEndpoint'>>(
        async (cursor) =>
          await api.GET('/v1/webhook-endpoints', {
            params: { query: { limit: 100, ...(cursor && { cursor }) } },
            signal,
          }),
      ),
  });
  return { runs, webhooks, identify, credits, endpoints };
}
