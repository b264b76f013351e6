import { queryOptions } from '@tanstack/react-query';
import { clientFor, dataOf } from '../api/client.ts';

/** The trace of a run of a conversation that has ended or paused. Apart from the page of a run, which reads it again and again. */
export const traceOfQuery = (subject: string, runId: string) =>
  queryOptions({
    queryKey: ['trace of', subject, runId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: runId } };
      const client = clientFor({ as: 'playground', subject });
      return dataOf(await client.GET('/v1/loom/runs/{id}/trace', { params, signal }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
