import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { queryInteger } from '#contract/query-integer.ts';
import { Run } from '#contract/run.ts';
import { toRun } from '#store/runs/runs.ts';
import { waitForRun } from '#store/runs/wait-for-run.ts';
import { aboutRun } from '../server/about.ts';
import { endpoint } from '../routing/endpoint.ts';
import { visibleRun } from './visible-run.ts';

/** The longest time that a request may wait for a run, in seconds (run.wait.bounds). */
const longestWait = 30;

export const getRun = endpoint({
  operation: 'getRun',
  summary: 'Get a run, at once or when it is no longer running',
  method: 'get',
  path: '/v1/loom/runs/{id}',
  access: 'subject',
  noun: 'run',
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
  async handle(call) {
    const { services, caller, params, query } = call;
    const look = async () => await visibleRun(services, caller, params.id);
    const run =
      query.wait === 0
        ? await look()
        : await waitForRun(services.eventFeed, params.id, look, {
            timeoutMs: query.wait * 1000,
            signal: call.signal,
          });
    return { data: toRun(run), about: aboutRun(run) };
  },
});
