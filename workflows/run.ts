import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  patched,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { Directive, EndDirective, PauseDirective, StepDirective } from '#contract/temporal/directive.ts';
import { type RunInput, runWorkflowId } from '#contract/temporal/names.ts';
import { turnLockGoesTo, waitsForTurnLock, writesStateAtEnd } from './earlier-histories.ts';
import { cancelRequestedSignal, resumedSignal, turnLockGrantedSignal } from './messages.ts';
import { cancel, expire, giveUp, takeStep } from './run-steps.ts';
import { setWaitsFor, showsWaitsFor, unsetWaitsFor } from './waits-for.ts';

/** Earlier histories, from before the outbox of threads, have a timer here: it made up for lost signals. */
const turnLockCheck = '1 minute';
const signalsAreNotLost = 'turn-signals-by-outbox';

/**
 * One run, from its first model turn to its end. The content of the conversation stays in the store. Only ids and
 * directives pass through here.
 * @throws {ApplicationFailure} if the run failed, with the run's error code as its type
 * @throws {CancelledFailure} if the run was cancelled
 */
export async function run(input: RunInput): Promise<EndDirective> {
  try {
    return close(await untilEnd(input));
  } finally {
    // A cancellation by an operator or an error can end a pause at any time.
    if (showsWaitsFor()) unsetWaitsFor();
  }
}

/** Closes the workflow with the status by which operators find the run. */
function close(end: EndDirective): EndDirective {
  switch (end.close_as) {
    case 'failed':
      throw ApplicationFailure.nonRetryable(`The run failed: ${end.error}`, end.error);
    case 'cancelled':
      throw new CancelledFailure('The run was cancelled');
    default:
      return end;
  }
}

async function untilEnd(input: RunInput): Promise<EndDirective> {
  try {
    return await live(input);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // An operator cancelled the workflow, so its run must end too.
    return await CancellationScope.nonCancellable(async () => await endCancelled(input));
  }
}

async function endCancelled(input: RunInput): Promise<EndDirective> {
  const directive = await cancel(input);
  if (directive.next !== 'end') throw new Error(`a cancelled run is to ${directive.next}`);
  await tellOfEnd(directive);
  return directive;
}

async function live(input: RunInput): Promise<EndDirective> {
  /** What to do next, by the id of the resolved call. Signals may come early, late and twice. */
  const resumed = new Map<string, Directive>();
  let turnLockGranted = false;
  /** The outbox entry by which the run was let in, as far as it was told. */
  let letInBy: number | undefined;
  let cancelRequested = false;
  let work: CancellationScope | undefined;
  setHandler(turnLockGrantedSignal, (version) => {
    turnLockGranted = true;
    letInBy = version ?? letInBy;
  });
  setHandler(resumedSignal, ({ tool_call_id, directive }) => {
    resumed.set(tool_call_id, directive);
  });
  setHandler(cancelRequestedSignal, () => {
    cancelRequested = true;
    work?.cancel();
  });

  let directive: Directive = input.directive ?? { next: 'turn', turn: input.turn ?? 1 };
  for (;;) {
    if (cancelRequested && directive.next !== 'end') directive = await cancel(input);
    switch (directive.next) {
      case 'end':
        await tellOfEnd(directive);
        await condition(allHandlersFinished);
        return directive;
      case 'pause':
        directive = await pause(directive);
        break;
      case 'turn':
        // The calls of earlier turns are all resolved, so repeated signals are no longer needed.
        resumed.clear();
        if (workflowInfo().continueAsNewSuggested) await continueWithShortHistory(directive);
        directive = await step(directive);
        break;
      case 'execute':
      case 'hold':
        directive = await step(directive);
        break;
      case 'wait_for_turn_lock':
        throw new Error('waiting for the turn lock is part of a step');
    }
  }

  /** Takes a step as soon as the run has the turn lock. */
  async function step(wanted: StepDirective): Promise<Directive> {
    let letIn: number | undefined;
    for (;;) {
      // Reset before checking, not after: a grant that arrives while the activity checks must count.
      turnLockGranted = false;
      letInBy = undefined;
      if (!(await provider(wanted))) return await cancel(input);
      setCurrentDetails(describe(wanted));
      const next = await attempt(wanted, letIn);
      if (!waitsForTurnLock(next)) return next;
      setCurrentDetails('Waits until no other run works on the thread');
      await itsTurn();
      letIn = letInBy;
      if (cancelRequested) return await cancel(input);
      if (workflowInfo().continueAsNewSuggested) await continueWithShortHistory(wanted);
    }
  }

  /** Waits for as long as a failed provider needs. Returns false if a cancellation is requested meanwhile. */
  async function provider(wanted: StepDirective): Promise<boolean> {
    if (wanted.next !== 'turn' || wanted.retry_in_ms === undefined) return true;
    setCurrentDetails(
      `Model turn ${wanted.turn} again, after the provider failed ${wanted.tries ?? 1} times`,
    );
    return !(await condition(() => cancelRequested, wanted.retry_in_ms));
  }

  /** Waits until the previous run in the thread's line has left, or a cancellation is requested. */
  async function itsTurn(): Promise<void> {
    const isOver = () => turnLockGranted || cancelRequested;
    if (patched(signalsAreNotLost)) await condition(isOver);
    else await condition(isOver, turnLockCheck);
  }

  /** Continues with a short history. No signal is lost, because what was requested is in the store. */
  async function continueWithShortHistory(next: Directive): Promise<never> {
    await condition(allHandlersFinished);
    return await continueAsNew<typeof run>({ ...input, directive: next });
  }

  /** A cancellation aborts a model turn. A call in flight is completed by its activity. */
  async function attempt(wanted: StepDirective, letIn: number | undefined): Promise<Directive> {
    try {
      work = new CancellationScope();
      return await work.run(() =>
        takeStep(letIn === undefined ? input : { ...input, let_in: letIn }, wanted),
      );
    } catch (error) {
      // Temporal does not retry an activity after a cancellation request, so a retry that a host asked for also ends
      // here.
      if (cancelRequested) return await cancel(input);
      return await giveUp(input, wanted, error);
    } finally {
      work = undefined;
    }
  }

  /** Waits until the call is resolved, for as long as a pause may last. */
  async function pause(paused: PauseDirective): Promise<Directive> {
    const { tool_call_id, patch_ref, kind, ttl_seconds } = paused;
    await grantTurnLock(paused);
    setWaitsFor(kind, patch_ref);
    setCurrentDetails(`Waits for ${waitedFor[kind]} (${patch_ref})`);
    const settled = await condition(() => resumed.has(tool_call_id) || cancelRequested, ttl_seconds * 1000);
    const next =
      resumed.get(tool_call_id) ?? (settled ? await cancel(input) : await expire(input, tool_call_id));
    resumed.delete(tool_call_id);
    unsetWaitsFor();
    return next;
  }
}

const waitedFor = { question: 'an answer', confirmation: 'a decision', outcome: 'an outcome' } as const;

function describe(directive: StepDirective): string {
  switch (directive.next) {
    case 'turn':
      return `Model turn ${directive.turn}`;
    case 'execute':
      return `Calls ${directive.calls.map(({ patch_ref }) => patch_ref).join(', ')}`;
    case 'hold':
      return 'Pauses for a call';
  }
}

async function tellOfEnd(end: EndDirective): Promise<void> {
  await grantTurnLock(end);
  if (writesStateAtEnd(end)) unsetWaitsFor();
  setCurrentDetails(`${end.state}: ${end.state === 'failed' ? end.error : end.reason}`);
}

/** Tells the next run of the thread that it may work. A run that was not started yet will check for itself. */
async function grantTurnLock(directive: PauseDirective | EndDirective): Promise<void> {
  const runId = turnLockGoesTo(directive);
  if (runId === undefined) return;
  try {
    await getExternalWorkflowHandle(runWorkflowId(runId)).signal(
      turnLockGrantedSignal,
      ...(directive.grant_version === undefined ? [] : ([directive.grant_version] as const)),
    );
  } catch (error) {
    log.warn('the run that is next could not be told', { run_id: runId, error });
  }
}
