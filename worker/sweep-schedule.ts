import { isDeepStrictEqual } from 'node:util';
import { type Client, ScheduleAlreadyRunning, type ScheduleUpdateOptions } from '@temporalio/client';
import { sweepScheduleId, taskQueue as serviceTaskQueue, workflowTypes } from '#contract/temporal/names.ts';

export interface SweepScheduleOptions {
  /** Default: the service's own. */
  taskQueue?: string;
  /** Default: the service's own. */
  scheduleId?: string;
}

/** Durations are milliseconds, as Temporal describes them. */
function sweepSchedule({
  taskQueue = serviceTaskQueue,
  scheduleId = sweepScheduleId,
}: SweepScheduleOptions): Omit<ScheduleUpdateOptions, 'state'> {
  return {
    spec: { intervals: [{ every: 10_000 }] },
    // A sweep that is late must not be followed by all that it missed.
    policies: { overlap: 'SKIP', catchupWindow: 60_000, pauseOnFailure: false },
    action: {
      type: 'startWorkflow',
      workflowType: workflowTypes.sweep,
      taskQueue,
      workflowId: scheduleId,
      args: [],
      // Its activities take a minute at most. One whose worker version is gone must not keep the next from coming for long.
      workflowRunTimeout: 120_000,
      staticSummary: 'Calls again for what a crash left undone',
    },
  };
}

/**
 * Makes sure that the sweep runs as this version of the service wants it, whichever worker starts first. A schedule that
 * an operator has paused stays paused.
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

/** Without what says nothing: Temporal describes also what was left out, as empty. */
function said(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (isEmpty(inner) ? undefined : inner));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
