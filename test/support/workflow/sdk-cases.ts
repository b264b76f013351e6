/**
 * Small workflows of which the outcome depends on the order in which the SDK and the server do things, where it concerns the
 * workflow of a run. The simulated server and a real one must agree about each of them.
 */
import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setHandler,
  sleep,
} from '@temporalio/workflow';

const go = defineSignal('go');
const longMs = 60_000;
const shortMs = 50;

/** A signal waits for its handler. */
export async function signalBeforeItsHandler(): Promise<string> {
  await sleep(shortMs);
  let isSignalled = false;
  setHandler(go, () => {
    isSignalled = true;
  });
  return (await condition(() => isSignalled, longMs)) ? 'handled' : 'lost';
}

/** A signal that no handler has taken does not continue with the workflow. */
export async function signalUnhandledAtContinueAsNew(before: { round?: number } = {}): Promise<string> {
  if (before.round === undefined) {
    await sleep(shortMs);
    return await continueAsNew<typeof signalUnhandledAtContinueAsNew>({ ...before, round: 1 });
  }
  let isSignalled = false;
  setHandler(go, () => {
    isSignalled = true;
  });
  return (await condition(() => isSignalled, shortMs)) ? 'handled' : 'lost';
}

/** A condition with a limit ends with its scope, by an error, and not by its limit. */
export async function limitUnderCancelledScope(): Promise<string> {
  const scope = new CancellationScope();
  const waiting = scope.run(async () => await condition(() => false, longMs));
  await sleep(shortMs);
  scope.cancel();
  try {
    return `ends as ${await waiting}`;
  } catch (error) {
    return isCancellation(error) ? 'cancelled' : 'fails';
  }
}

/** A scope that is cancelled already cancels a condition at its beginning. */
export async function conditionInCancelledScope(): Promise<string> {
  const scope = new CancellationScope();
  scope.cancel();
  try {
    return `ends as ${await scope.run(async () => await condition(() => false, longMs))}`;
  } catch (error) {
    return isCancellation(error) ? 'cancelled' : 'fails';
  }
}

/** A scope that is not cancellable continues after the workflow was cancelled, and the workflow may still complete. */
export async function nonCancellableAfterCancellation(): Promise<string> {
  try {
    await condition(() => false);
    return 'not cancelled';
  } catch (error) {
    const done = await CancellationScope.nonCancellable(async () => {
      await sleep(shortMs);
      return isCancellation(error);
    });
    return done ? 'completes' : 'fails';
  }
}

/** A case. Meanwhile: a signal that comes with the start, or a cancellation once the workflow waits. */
export interface SdkCase {
  workflow: () => Promise<string>;
  meanwhile?: 'signal' | 'cancel';
  outcome: string;
}

/** The cases, with the outcome on the SDK and a real server. */
export const sdkCases: SdkCase[] = [
  { workflow: signalBeforeItsHandler, meanwhile: 'signal', outcome: 'handled' },
  { workflow: signalUnhandledAtContinueAsNew, meanwhile: 'signal', outcome: 'lost' },
  { workflow: limitUnderCancelledScope, outcome: 'cancelled' },
  { workflow: conditionInCancelledScope, outcome: 'cancelled' },
  { workflow: nonCancellableAfterCancellation, meanwhile: 'cancel', outcome: 'completes' },
];

/** Says that it was cancelled, although nobody has asked Temporal to cancel it. */
export async function saysThatItWasCancelled(): Promise<void> {
  const scope = new CancellationScope();
  scope.cancel();
  await scope.run(async () => await sleep(longMs));
}
