import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { Freeze } from '../api/schema.ts';

export const freezesKey = ['freezes'];

/** How often the page looks whether somebody else has frozen or lifted something. */
const everyMs = 15_000;

/** Everything that is frozen. */
export const freezesQuery = queryOptions({
  queryKey: freezesKey,
  refetchInterval: everyMs,
  queryFn: async ({ signal }) =>
    await allPages<Freeze>(
      async (cursor) =>
        await api.GET('/v1/freeze', {
          params: { query: { limit: 100, ...(cursor && { cursor }) } },
          signal,
        }),
    ),
});
