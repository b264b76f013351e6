import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, clientFor, dataOf } from '../../api/client.ts';

/** Query key of a run: its trace, its waiting items, and its first message. */
export const traceKey = (runId: string): string[] => ['trace', runId];

/**
 * A run with all that happened in it.
 * @param subject whose run it is. Default: as its newest event says
 * @throws {ApiError} `not_found` if there is no such run, or it is another subject's
 */
export const traceQuery = (runId: string, subject: string | undefined) =>
  queryOptions({
    queryKey: traceKey(runId),
    queryFn: async ({ signal }) => {
      const client = clientFor({ as: 'console', subject: subject ?? (await subjectOf(runId, signal)) });
      return dataOf(
        await client.GET('/v1/loom/runs/{id}/trace', { params: { path: { id: runId } }, signal }),
      );
    },
  });

/** The subject of a run, by its newest event. The API shows a run to its own subject only, and a link need not name it. */
async function subjectOf(runId: string, signal: AbortSignal): Promise<string> {
  const [newest] = dataOf(
    await api.GET('/v1/events', { params: { query: { run_id: runId, limit: 1 } }, signal }),
  );
  const subject = newest?.context.subject_ref;
  if (subject === undefined) throw new ApiError('No run with that id.', { status: 404, code: 'not_found' });
  return subject;
}
