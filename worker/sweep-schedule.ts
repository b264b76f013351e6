import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleUpdateOptions,
} from '@temporalio/client';
import { withinDeadline } from '#adapters/temporal/within-deadline.ts';
import { sweepScheduleId, taskQueue as serviceTaskQueue, workflowTypes } from '#contract/temporal/names.ts';

export interface SweepScheduleOptions {
  /** Default: the service's own. */
  taskQueue?: string;
  /** Default: the service's own. */
  scheduleId?: string;
}

/** The log of a worker. */
export interface ScheduleLog {
  warn(fields: object, message: string): void;
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
      staticSummary: 'Repeats work that a crash left undone',
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
  const schedule = client.schedule.getHandle(scheduleId);
  const found = await schedule.describe().catch(undefinedIfMissing);
  if (found === undefined) return await createSchedule(client, { scheduleId, ...wanted });
  const { spec, policies, action } = found;
  if (isDeepStrictEqual(configured({ spec, policies, action }), configured(wanted))) return 'unchanged';
  await schedule.update(({ state }) => ({ ...wanted, state }));
  return 'updated';
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
}

/** Another worker may have created it at the same time. */
async function createSchedule(client: Client, options: ScheduleOptions): Promise<'created' | 'unchanged'> {
  try {
    await client.schedule.create(options);
    return 'created';
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return 'unchanged';
    throw error;
  }
}

/** One call to Temporal in this time for each worker. */
const checkEveryMs = 15_000;
/** How long to wait for Temporal. */
const answerMs = 10_000;

/**
 * Ensures the schedule for as long as the worker runs, because a Temporal that has lost its data has lost the schedule,
 * too, and nothing else would make up for what it has lost.
 * @returns a function that ends this
 */
export function keepSweepSchedule(
  client: Client,
  log: ScheduleLog,
  { checkMs = checkEveryMs, ...options }: SweepScheduleOptions & { checkMs?: number } = {},
): () => Promise<void> {
  const stopping = new AbortController();
  const keeping = (async () => {
    for (;;) {
      await sleep(checkMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        const done = await withinDeadline(
          client,
          answerMs,
          async () => await ensureSweepSchedule(client, options),
        );
        if (done !== 'unchanged') log.warn({}, `the schedule of the sweep was ${done}`);
      } catch (error) {
        log.warn({ err: error }, 'the schedule of the sweep could not be checked');
      }
    }
  })();
  return async () => {
    stopping.abort();
    await keeping;
  };
}

/** Removes empty values, because Temporal describes options that were left out as empty. */
function configured(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (isEmpty(inner) ? undefined : inner));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
