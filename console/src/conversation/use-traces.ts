import { useQueries } from '@tanstack/react-query';
import type { Trace } from '../api/schema.ts';
import { traceOfQuery } from './trace-of-query.ts';

/** The most traces that are read for a conversation, those of the newest runs: they are large. */
const most = 60;

/** The traces of runs of a subject, as far as they were read. A run without one, or whose trace is gone, is left out. */
export function useTraces(subject: string, runIds: readonly string[]): ReadonlyMap<string, Trace> {
  return useQueries({
    queries: runIds.slice(-most).map((runId) => traceOfQuery(subject, runId)),
    combine: byRun,
  });
}

function byRun(results: readonly { data: Trace | undefined }[]): ReadonlyMap<string, Trace> {
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data]])));
}
