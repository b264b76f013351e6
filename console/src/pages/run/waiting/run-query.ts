import { queryOptions } from '@tanstack/react-query';
import { clientFor, dataOf } from '../../../api/client.ts';
import type { Trace } from '../../../api/schema.ts';
import { traceKey } from '../trace-query.ts';

/** A run with what it waits for, which its trace does not show. */
export const runQuery = ({ id, subject_ref: subject }: Pick<Trace, 'id' | 'subject_ref'>) =>
  queryOptions({
    queryKey: [...traceKey(id), 'run'],
    queryFn: async ({ signal }) =>
      dataOf(
        await clientFor({ as: 'console', subject }).GET('/v1/loom/runs/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
  });
