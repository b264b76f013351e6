import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { queryInteger } from '#contract/query-integer.ts';
import { Run } from '#contract/run.ts';
import type { EventFeed } from '#store/events/event-feed.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import type { Database } from '#store/mongo/database.ts';
import { toRun } from '#store/runs/runs.ts';
import { runWithContent } from '#store/threads/shown-content.ts';
import { waitForRun } from '#store/runs/wait-for-run.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { scopeOf, shownTo } from '../../http/authentication/caller.ts';
import { type Call, endpoint } from '../../http/endpoint/endpoint.ts';
import type { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';
import { visibleRun } from './visible-run.ts';

/** The longest time that a request may wait for a run, in seconds (run.wait.bounds). */
const longestWait = 30;

interface WaitServices {
  db: Database;
  endedRuns: EndedRuns;
  eventFeed: EventFeed;
  /** Requests that wait for a run in this process. */
  waitLimiter: ConcurrencyLimiter;
}

export const getRun = endpoint({
  operation: 'getRun',
  summary: 'Get a run, at once or as soon as it is no longer running',
  method: 'get',
  path: '/v1/loom/runs/{id}',
  access: 'subject',
  noun: 'run',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  query: z.strictObject({
    wait: queryInteger({
      pattern: /^\d{1,2}$/,
      message: `must be a whole number from 0 to ${longestWait}`,
      bounds: { minimum: 0, maximum: longestWait, default: 0 },
    })
      .refine((seconds) => seconds <= longestWait, `must be a whole number from 0 to ${longestWait}`)
      .default(0)
      .meta({ description: 'Seconds to wait for the run to leave `running`.' }),
  }),
  status: 200,
  data: Run,
  async handle(services: WaitServices, call) {
    const { caller, params, query } = call;
    const look = async () => await visibleRun(services.endedRuns, caller, params.id);
    const run =
      query.wait === 0 ? await look() : await waited(services, call, params.id, look, query.wait * 1000);
    const shown = await runWithContent(services.db, run, look, new Date(), shownTo(caller));
    return { data: toRun(shown, new Date()), about: aboutRun(run) };
  },
});

async function waited(
  { waitLimiter, eventFeed }: WaitServices,
  {
    caller,
    address,
    signal,
  }: Pick<Call<unknown, unknown, unknown, unknown>, 'caller' | 'address' | 'signal'>,
  runId: string,
  look: () => Promise<RunDocument>,
  timeoutMs: number,
): Promise<RunDocument> {
  const leave = waitLimiter.admit({ workspaceId: caller.workspace_id, subject: caller.subject_ref, address });
  try {
    return await waitForRun(eventFeed, runId, look, { timeoutMs, signal, scope: scopeOf(caller) });
  } finally {
    leave();
  }
}
