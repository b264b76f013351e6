import { api, dataOf } from '../../api/client.ts';

/**
 * The subject of a run, by its newest event. The API shows a run to its own subject only, and a link need not name it.
 * Undefined if the run has no events any more.
 */
export async function subjectOf(runId: string, signal: AbortSignal): Promise<string | undefined> {
  const [newest] = dataOf(
    await api.GET('/v1/events', { params: { query: { run_id: runId, limit: 1 } }, signal }),
  );
  return newest?.context.subject_ref;
}
