import { api } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { ThreadEvent } from '../../api/schema.ts';

/** The events of a run, newest first. */
export const eventsQuery = (runId: string) =>
  listQuery<ThreadEvent>({
    queryKey: ['events', runId],
    load: (cursor, signal) =>
      api.GET('/v1/events', {
        params: { query: { run_id: runId, limit: 100, ...(cursor && { cursor }) } },
        signal,
      }),
  });
