import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Directive, EndDirective } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import { cancelRequestedSignal, lockGrantedSignal, lookAgainSignal, resumedSignal } from '../messages.ts';
import { pause } from './pause.ts';
import { RunContext } from './run-context.ts';
import { clearWaitsFor, showsWaitsFor } from './search-attributes.ts';
import { takeStep } from './take-step.ts';

/**
 * One run, from its first model turn to its end. It follows directives, each of which an activity derives from what is stored.
 * The content of the conversation stays in the store: only ids and directives pass through here.
 *
 * Its signals may come early, late and twice. None of them is lost for good, because what they say is in the store, and the
 * sweep sends them again.
 * @throws {ApplicationFailure} if the run failed, with the run's error code as its type
 * @throws {CancelledFailure} if the run was cancelled
 */
export async function run(input: RunInput): Promise<EndDirective> {
  const context = new RunContext(input);
  const { signals } = context;
  setHandler(lockGrantedSignal, (version) => signals.lockGranted(version));
  setHandler(resumedSignal, (resumed) => signals.resumed(resumed));
  setHandler(cancelRequestedSignal, () => signals.cancelRequested());
  setHandler(lookAgainSignal, () => signals.lookAgain());
  try {
    return closeAs(await untilEnd(context));
  } finally {
    // A cancellation by an operator or an error can end a pause at any time.
    if (showsWaitsFor()) clearWaitsFor();
  }
}

async function untilEnd(context: RunContext): Promise<EndDirective> {
  try {
    return await followDirectives(context);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // An operator cancelled the workflow, so its run ends too.
    return await CancellationScope.nonCancellable(async () => await endCancelled(context));
  }
}

async function endCancelled(context: RunContext): Promise<EndDirective> {
  let directive = await context.cancelRun();
  // Calls that were approved before the run was to close.
  for (;;) {
    if (directive.next === 'cancel') directive = await context.cancelRun();
    else if (directive.next === 'execute') directive = await takeStep(context, directive);
    else if (directive.next === 'pause' && directive.closing === true)
      directive = await pause(context, directive);
    else break;
  }
  if (directive.next !== 'end') throw new Error(`a cancelled run is to ${directive.next}`);
  await leave(context, directive);
  return directive;
}

async function followDirectives(context: RunContext): Promise<EndDirective> {
  let directive: Directive = context.input.directive ?? { next: 'turn', turn: 1 };
  for (;;) {
    if (context.signals.isToCancel(directive)) directive = await context.cancelRun();
    if (directive.next === 'end') {
      await leave(context, directive);
      await condition(allHandlersFinished);
      return directive;
    }
    directive = await follow(context, directive);
  }
}

async function follow(
  context: RunContext,
  directive: Exclude<Directive, { next: 'end' }>,
): Promise<Directive> {
  const { signals } = context;
  const { continueAsNewSuggested } = workflowInfo();
  switch (directive.next) {
    case 'turn':
      // The calls of earlier turns are all resolved, so repeated signals are no longer needed.
      signals.forgetResumed();
      if (continueAsNewSuggested) await context.continueAsNew(directive);
      return await takeStep(context, directive);
    case 'execute':
    case 'hold':
      // A run whose turns all make calls comes here every time, because the last call of a turn also takes the next.
      if (continueAsNewSuggested) await context.continueAsNew(directive);
      return await takeStep(context, directive);
    case 'pause':
      return await pause(context, directive);
    case 'cancel':
      return await context.cancelRun();
    case 'wait_for_turn_lock':
      throw new Error('waiting for the thread lock is part of a step');
  }
}

/** The run has ended: the next one of the thread may work. */
async function leave(context: RunContext, end: EndDirective): Promise<void> {
  await context.grantLock(end);
  setCurrentDetails(`${end.state}: ${end.state === 'failed' ? end.error : end.reason}`);
}

/** Closes the workflow with the status by which operators find the run. */
function closeAs(end: EndDirective): EndDirective {
  if (end.state === 'failed') {
    throw ApplicationFailure.nonRetryable(`The run failed: ${end.error}`, end.error);
  }
  if (end.reason === 'cancelled') throw new CancelledFailure('The run was cancelled');
  return end;
}
