import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { type CostSearch, periodOf } from './cost-search.ts';

/** The costs of runs by agent, subject or model, and by day. Polled while on the screen. */
export const costsQuery = ({ by, days }: CostSearch) =>
  queryOptions({
    queryKey: ['costs', by, days],
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET('/v1/loom/stats/costs', {
          params: { query: { ...periodOf(days, Date.now()), by } },
          signal,
        }),
      ),
  });
