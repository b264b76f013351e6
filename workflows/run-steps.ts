import {
  ActivityCancellationType,
  isCancellation,
  log,
  patched,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import type { Directive, StepDirective } from '#contract/temporal/directive.ts';
import { type ActivityKind, activityTaskQueue, type RunInput } from '#contract/temporal/names.ts';

// The activities decide how often work is retried, because they can tell a failing provider from an unavailable
// database.
const retry = {
  initialInterval: '500 milliseconds',
  backoffCoefficient: 2,
  maximumInterval: '30 seconds',
} as const;
// A worker that dies is noticed by its missing heartbeats, long before the start-to-close timeout.
const heartbeatTimeout = '10 seconds' as const;

const seenThrough = {
  // An activity stores its result for as long as its worker lives and heartbeats. This timeout is only the last resort.
  startToCloseTimeout: '1 day',
  heartbeatTimeout,
  // A cancelled turn is over only when it is known whether it was stored.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry,
} as const;

// On the workflow's own queue, where Temporal gives an activity to the worker that scheduled it without a dispatch.
const { callModel } = proxyActivities<Activities>(seenThrough);

/** Calls wait for customers' hosts, so they have slots of their own. */
const onCallsQueue = () => proxyActivities<Activities>({ ...seenThrough, taskQueue: queueOf('calls') });

/** The service's own steps must not wait for slots that models or hosts occupy. */
const onStepsQueue = () =>
  proxyActivities<Activities>({ startToCloseTimeout: '30 seconds', retry, taskQueue: queueOf('steps') });

function queueOf(kind: ActivityKind): string {
  return activityTaskQueue(workflowInfo().taskQueue, kind);
}

/** In earlier histories, the workflow continued with the calls of the first of several directives. */
const latestCalls = 'latest-calls';

/**
 * Follows a directive, and resolves to the next one.
 * @param input with `let_in` if the run has waited for its place in the line: the outbox entry of which it was told
 */
export async function takeStep(
  input: RunInput & { let_in?: number },
  directive: StepDirective,
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

/** Earlier histories made all calls of a turn at once. */
const boundedCalls = 'bounded-calls';
/** More would let one run take the slots of its workspace, and flood its host. */
const mostSideBySide = 16;

/**
 * Makes calls concurrently, at most 16 at a time, and awaits all of them, because the failure of one must not drop the
 * results of the others. The last one to be stored sees that all are stored, and knows what comes next.
 */
async function executeAll(
  input: RunInput & { let_in?: number },
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
  // An activity that also took the next turn may return the calls of that turn, which are then next.
  const executions = directives.filter((directive) => directive.next === 'execute');
  const [first] = executions;
  const [latest] = executions.toSorted((one, other) => other.turn - one.turn);
  const calls = first?.turn === latest?.turn || !patched(latestCalls) ? first : latest;
  const next = directives.find((directive) => directive.next !== 'execute') ?? calls;
  if (next === undefined) throw new Error('a directive to execute names no call');
  return next;
}

/** Like `Promise.allSettled`, with at most `lanes` items in progress at a time. */
async function allSettled<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  const waiting = items.entries();
  const takeEach = async () => {
    // The lanes share the iterator: each takes the next item that is left.
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

/** Ends a run for which a cancellation was requested. */
export async function cancel(input: RunInput): Promise<Directive> {
  return await onStepsQueue().cancelRun.executeWithOptions({ summary: 'Cancel the run' }, [input]);
}

/** Fails a run whose step cannot be taken after all retries, so that no run stays `running` forever. */
export async function giveUp(input: RunInput, step: StepDirective, error: unknown): Promise<Directive> {
  if (isCancellation(error)) throw error;
  log.error('a step failed for good', { run_id: input.run_id, error });
  return await onStepsQueue().failRun.executeWithOptions({ summary: 'Fail the run' }, [{ ...input, step }]);
}
