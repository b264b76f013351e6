import { api } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { Run } from '../../api/schema.ts';
import { type RunSearch, toQuery } from './run-search.ts';

/** The runs that fit filters, read again while they are on the screen. */
export const runsQuery = (filters: RunSearch) =>
  listQuery<Run>({
    queryKey: ['runs', filters],
    refetchMs: 4000,
    load: (cursor, signal) =>
      api.GET('/v1/loom/runs', {
        params: {
          query: {
            ...toQuery(filters, Date.now()),
            include: 'opening',
            limit: 100,
            ...(cursor && { cursor }),
          },
        },
        signal,
      }),
  });
