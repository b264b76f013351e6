import { clientFor } from '../../api/client.ts';
import { listQuery } from '../../api/list-query.ts';
import type { Thread } from '../../api/schema.ts';

/** The threads of a subject, read again while they are on the screen. */
export const threadsQuery = (subject: string) =>
  listQuery<Thread>({
    queryKey: ['threads', subject],
    refetchMs: 15_000,
    load: async (cursor, signal) =>
      await clientFor({ as: 'playground', subject }).GET('/v1/loom/threads', {
        params: { query: cursor === undefined ? {} : { cursor } },
        signal,
      }),
  });
