import {
  ActivityCancellationType,
  isCancellation,
  log,
  patched,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import type { Directive } from '#contract/temporal/directive.ts';
import { type ActivityKind, activityTaskQueue, type RunInput } from '#contract/temporal/names.ts';

// How often work is tried is the activities' decision: they know a failing provider from a database that is down.
const retry = {
  initialInterval: '500 milliseconds',
  backoffCoefficient: 2,
  maximumInterval: '30 seconds',
} as const;
// A worker that dies is noticed by its silence, not by the end of the time that the work may take.
const heartbeatTimeout = '10 seconds';

const seenThrough = {
  // What has happened is stored for as long as its worker lives and heartbeats: the time-out is only the last resort.
  startToCloseTimeout: '1 day',
  heartbeatTimeout,
  // A cancelled turn is over only when it is known whether it was stored.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry,
};

// On the workflow's own queue, where Temporal hands an activity to the worker that scheduled it without a dispatch.
const { callModel } = proxyActivities<Activities>(seenThrough);

/** Calls wait for customers' hosts, on slots of their own. */
const onCallsQueue = () => proxyActivities<Activities>({ ...seenThrough, taskQueue: queueOf('calls') });

/** The service's own steps must not wait for slots that models or hosts hold. */
const onStepsQueue = () =>
  proxyActivities<Activities>({ startToCloseTimeout: '30 seconds', retry, taskQueue: queueOf('steps') });

function queueOf(kind: ActivityKind): string {
  return activityTaskQueue(workflowInfo().taskQueue, kind);
}

/** Histories before this went on with the calls that the first of several directives named. */
const latestCalls = 'latest-calls';

/**
 * Does what a directive says, and resolves to the next one.
 * @param input with `let_in` when the run has waited for its place in the line, and was told
 */
export async function takeStep(
  input: RunInput & { let_in?: true },
  directive: Exclude<Directive, { next: 'pause' | 'end' | 'wait_for_turn_lock' }>,
): Promise<Directive> {
  switch (directive.next) {
    case 'turn': {
      const { turn, tries } = directive;
      return await callModel.executeWithOptions({ summary: `Model turn ${turn}` }, [
        { ...input, turn, ...(tries === undefined ? {} : { tries }) },
      ]);
    }
    case 'execute':
      return await executeAll(input, directive);
    case 'hold': {
      const { tool_call_id } = directive;
      return await onStepsQueue().holdCall.executeWithOptions({ summary: 'Pause for a call' }, [
        { ...input, tool_call_id },
      ]);
    }
  }
}

/** Histories before this made all calls of a turn at once. */
const boundedCalls = 'bounded-calls';
/** More would take a workspace's share of a worker's slots, and its host's patience, for one run. */
const mostSideBySide = 16;

/**
 * Makes calls side by side, 16 at a time, and sees all of them through: one that fails for good must not drop what the others bring.
 * Whichever is stored last sees that all are, and knows what is next.
 */
async function executeAll(
  input: RunInput & { let_in?: true },
  { turn, calls: wanted }: Extract<Directive, { next: 'execute' }>,
): Promise<Directive> {
  const { executePatch } = onCallsQueue();
  const lanes = wanted.length > mostSideBySide && patched(boundedCalls) ? mostSideBySide : wanted.length;
  const settled = await allSettled(
    wanted,
    lanes,
    async ({ tool_call_id, patch_ref }) =>
      await executePatch.executeWithOptions({ summary: patch_ref }, [{ ...input, turn, tool_call_id }]),
  );
  const failure = settled.find((each) => each.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  const directives = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  // One that went on with the turn after it may have come to that turn's calls: they are what is next then.
  const executions = directives.filter((directive) => directive.next === 'execute');
  const [first] = executions;
  const [latest] = executions.toSorted((one, other) => other.turn - one.turn);
  const calls = first?.turn === latest?.turn || !patched(latestCalls) ? first : latest;
  const next = directives.find((directive) => directive.next !== 'execute') ?? calls;
  if (next === undefined) throw new Error('a directive to execute names no call');
  return next;
}

/** `Promise.allSettled` over the work for each item, of which so many are at work at a time. */
async function allSettled<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  const waiting = items.entries();
  const takeEach = async () => {
    // The lanes share the iterator: each takes the next item that none has taken.
    for (const [index, item] of waiting) {
      const [result] = await Promise.allSettled([work(item)]);
      settled[index] = result;
    }
  };
  await Promise.all(Array.from({ length: lanes }, takeEach));
  return settled;
}

/** Ends a pause that has lasted too long. */
export async function expire(input: RunInput, tool_call_id: string): Promise<Directive> {
  return await onStepsQueue().expirePause.executeWithOptions({ summary: 'The pause has expired' }, [
    { ...input, tool_call_id },
  ]);
}

/** Ends a run that somebody asked to end. */
export async function cancel(input: RunInput): Promise<Directive> {
  return await onStepsQueue().cancelRun.executeWithOptions({ summary: 'Cancel the run' }, [input]);
}

/** A step that cannot be taken, whatever is tried, fails the run: none is left `running` for ever. */
export async function giveUp(input: RunInput, error: unknown): Promise<Directive> {
  if (isCancellation(error)) throw error;
  log.error('a step failed for good', { run_id: input.run_id, error });
  return await onStepsQueue().failRun.executeWithOptions({ summary: 'Fail the run' }, [input]);
}
