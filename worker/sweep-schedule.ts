import { isDeepStrictEqual } from 'node:util';
import { type Client, ScheduleAlreadyRunning, type ScheduleUpdateOptions } from '@temporalio/client';
import { sweepScheduleId, taskQueue as serviceTaskQueue, workflowTypes } from '#contract/temporal/names.ts';

export interface SweepScheduleOptions {
  /** Default: the service's own. */
  taskQueue?: string;
  /** Default: the service's own. */
  scheduleId?: string;
}

/** Durations are in milliseconds, as Temporal describes them. */
function sweepSchedule({
  taskQueue = serviceTaskQueue,
  scheduleId = sweepScheduleId,
}: SweepScheduleOptions): Omit<ScheduleUpdateOptions, 'state'> {
  return {
    spec: { intervals: [{ every: 10_000 }] },
    // A late sweep must not be followed by all the sweeps that were missed.
    policies: { overlap: 'SKIP', catchupWindow: 60_000, pauseOnFailure: false },
    action: {
      type: 'startWorkflow',
      workflowType: workflowTypes.sweep,
      taskQueue,
      workflowId: scheduleId,
      args: [],
      // Its activities take a minute at most. A sweep whose worker version is gone must not hold up the next one for
      // long.
      workflowRunTimeout: 120_000,
      staticSummary: 'Calls again for what a crash left undone',
    },
  };
}

/**
 * Creates or updates the schedule of the sweep for this version of the service, whichever worker starts first. A
 * schedule that an operator has paused stays paused.
 */
export async function ensureSweepSchedule(
  client: Client,
  options: SweepScheduleOptions = {},
): Promise<'created' | 'updated' | 'unchanged'> {
  const { scheduleId = sweepScheduleId } = options;
  const wanted = sweepSchedule(options);
  try {
    await client.schedule.create({ scheduleId, ...wanted });
    return 'created';
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
  const schedule = client.schedule.getHandle(scheduleId);
  const { spec, policies, action } = await schedule.describe();
  if (isDeepStrictEqual(said({ spec, policies, action }), said(wanted))) return 'unchanged';
  await schedule.update(({ state }) => ({ ...wanted, state }));
  return 'updated';
}

/** Removes empty values, because Temporal describes options that were left out as empty. */
function said(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (isEmpty(inner) ? undefined : inner));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
