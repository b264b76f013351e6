import type { WorkerInterceptors } from '@temporalio/worker';
import type { Tracing } from '#adapters/telemetry/export/tracing.ts';

/**
 * The spans of an activity are below the run's span. Nothing is written into histories: the trace is derived from the
 * run's id, which every activity of a run receives.
 */
export function traceActivities(tracing: Tracing | undefined): WorkerInterceptors {
  if (tracing === undefined) return {};
  return {
    activity: [
      ({ info }) => ({
        inbound: {
          execute: async (input, next) => {
            const runId = runOf(input.args[0]);
            if (runId === undefined) return await next(input);
            return await tracing.within(
              runId,
              `activity ${info.activityType}`,
              async () => await next(input),
            );
          },
        },
      }),
    ],
  };
}

function runOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('run_id' in input)) return undefined;
  return typeof input.run_id === 'string' ? input.run_id : undefined;
}
