import { useQueries } from '@tanstack/react-query';
import { clientFor, dataOf } from '../api/client.ts';
import type { Trace } from '../api/schema.ts';

/** The most traces that are read for a conversation, those of the newest runs: they are large. */
const most = 60;

/** The traces of runs of a subject, as far as they were read. A run without one, or whose trace is gone, is left out. */
export function useTraces(subject: string, runIds: readonly string[]): ReadonlyMap<string, Trace> {
  return useQueries({
    queries: runIds.slice(-most).map((runId) => ({
      // Apart from the page of a run, which reads it again and again.
      queryKey: ['trace of', subject, runId],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = { path: { id: runId } };
        const client = clientFor({ as: 'playground', subject });
        return dataOf(await client.GET('/v1/loom/runs/{id}/trace', { params, signal }));
      },
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })),
    combine: byRun,
  });
}

function byRun(results: readonly { data: Trace | undefined }[]): ReadonlyMap<string, Trace> {
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data]])));
}
