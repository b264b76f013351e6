import { type QueryClient, useQuery } from '@tanstack/react-query';
import {
  allEndpointsQuery,
  creditsQuery,
  identifyStatsQuery,
  runStatsQuery,
  webhookStatsQuery,
} from './queries.ts';
import type { Range } from './range.ts';

/** The figures of a range, each read on its own: one that cannot be read does not hide the others. */
export function useOverview(range: Range) {
  return {
    runs: useQuery(runStatsQuery(range)),
    webhooks: useQuery(webhookStatsQuery(range)),
    identify: useQuery(identifyStatsQuery(range)),
    credits: useQuery(creditsQuery),
    endpoints: useQuery(allEndpointsQuery),
  };
}

/** Begins to read the same. */
export function prefetchOverview(queryClient: QueryClient, range: Range): void {
  void queryClient.prefetchQuery(runStatsQuery(range));
  void queryClient.prefetchQuery(webhookStatsQuery(range));
  void queryClient.prefetchQuery(identifyStatsQuery(range));
  void queryClient.prefetchQuery(creditsQuery);
  void queryClient.prefetchQuery(allEndpointsQuery);
}
