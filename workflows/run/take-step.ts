import {
  CancellationScope,
  condition,
  isCancellation,
  log,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { Directive, StepDirective } from '#contract/temporal/directive.ts';
import { makeCalls } from './make-calls.ts';
import type { RunContext } from './run-context.ts';

/** Takes a step as soon as the run holds the thread lock. A cancellation may be requested at any time. */
export async function takeStep(context: RunContext, step: StepDirective): Promise<Directive> {
  const { calls, signals } = context;
  calls.follow(step);
  let grantVersion: number | undefined;
  for (;;) {
    // Reset before the activity checks the lock, not after: a grant that arrives meanwhile must count.
    signals.forgetGrant();
    if (await isCancelledBeforeRetry(context, step)) return await context.cancelRun();
    setCurrentDetails(describe(step));
    const next = await attempt(context, step, grantVersion);
    if (next.next !== 'wait_for_turn_lock') return next;
    setCurrentDetails('Waits until no other run works on the thread');
    await condition(() => signals.isLockGranted || signals.isCancelRequested);
    ({ grantVersion } = signals);
    if (signals.isCancelRequested) return await context.cancelRun();
    if (workflowInfo().continueAsNewSuggested) await context.continueAsNew(step);
  }
}

/** Waits for as long as a failed provider needs. Returns true if a cancellation is requested meanwhile. */
async function isCancelledBeforeRetry({ signals }: RunContext, step: StepDirective): Promise<boolean> {
  if (step.next !== 'turn' || step.retry_in_ms === undefined) return false;
  const { turn, tries = 1, failed_with: code } = step;
  const last = code === undefined ? '' : `, last with ${code}`;
  setCurrentDetails(`Model turn ${turn} again, after the provider failed ${tries} times${last}`);
  return await condition(() => signals.isCancelRequested, step.retry_in_ms);
}

/** Has activities take the step, in a scope that a requested cancellation cancels; or ends the run if the step has failed for good. */
async function attempt(
  context: RunContext,
  step: StepDirective,
  grantVersion: number | undefined,
): Promise<Directive> {
  const { signals, activities } = context;
  const scope = new CancellationScope();
  signals.step = scope;
  try {
    return await scope.run(async () => await startActivities(context, step, grantVersion));
  } catch (error) {
    // Temporal does not retry an activity after a cancellation request, so a retry that a host asked for also ends here.
    if (signals.isCancelRequested) {
      const next = await context.cancelRun();
      // Calls that were approved before are made anyway, unless it has failed for good.
      if (next.next !== 'execute' || isCancellation(error)) return next;
    }
    if (isCancellation(error)) throw error;
    // No run stays `running` forever.
    log.error('a step failed for good', { run_id: context.input.run_id, error });
    return await activities.failRun({ ...context.known, step });
  } finally {
    signals.step = undefined;
  }
}

async function startActivities(
  context: RunContext,
  step: StepDirective,
  grant_version: number | undefined,
): Promise<Directive> {
  const { activities, calls, inFlight } = context;
  const input = grant_version === undefined ? context.input : { ...context.input, grant_version };
  switch (step.next) {
    case 'turn': {
      const { turn, tries, failed_with } = step;
      const { made_call, ...next } = await activities.callModel({
        ...input,
        turn,
        ...(tries === undefined ? {} : { tries }),
        ...(failed_with === undefined ? {} : { failed_with }),
        // Calls that may have been made before are left to their own activities, which know that.
        ...(calls.wereMade(turn) ? {} : { makes_call: true }),
      });
      if (made_call !== undefined) calls.noteMadeWithTurn(made_call);
      return next;
    }
    case 'execute':
      return await makeCalls(inFlight, step, grant_version);
    case 'hold':
      return await activities.holdCalls(input, step.calls.length);
  }
}

function describe(step: StepDirective): string {
  switch (step.next) {
    case 'turn':
      return `Model turn ${step.turn}`;
    case 'execute':
      return `Calls ${step.calls.map(({ patch_ref }) => patch_ref).join(', ')}`;
    case 'hold':
      return step.calls.length === 1 ? 'Pauses for a call' : `Pauses for ${step.calls.length} calls`;
  }
}
