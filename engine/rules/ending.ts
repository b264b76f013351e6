import { runErrorMessages } from '#contract/words/run-error-messages.ts';
import { type CloseReason, isTerminal, type RunErrorCode } from '#contract/run-state.ts';
import type { ClosingReason, LoadedRun, RunDocument } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { withLostTry } from './call-tries.ts';
import { isInFlight, overFrom } from './calls.ts';
import type { RunEvent } from './events.ts';
import { type CallResolution, failure, resolveCall, unknownOutcome } from './resolve-call.ts';
import type { Step } from './step.ts';
import type { CallChange } from './stored.ts';

type EndState = NonNullable<Step['state']>;
type WasMade = (call: ToolCallDocument) => boolean;

/** The state of a run that has failed. */
export function failed(code: RunErrorCode): EndState {
  return { state: 'failed', error: { code, message: runErrorMessages[code] } };
}

/** The state of a run that has closed. */
export function closed(reason: CloseReason): EndState {
  return { state: 'closed', reason };
}

/** How a run ends that was to end anyway, whatever else would end it now; undefined for any other run. */
export function endInstead({
  cancel_requested,
  closing,
}: Pick<RunDocument, 'cancel_requested' | 'closing'>): EndState | undefined {
  if (closing !== undefined) return closed(closing);
  return cancel_requested === true ? closed('cancelled') : undefined;
}

/**
 * The step that ends a run early, and with it the calls that are not resolved. A call in flight is awaited first,
 * because the worker that sent it may still store its result.
 * @param wasMade whether a call was made, although the store does not know it. Default: none
 * @returns the time at which to try again while a call is in flight; nothing for a run that has ended
 */
export function endRun(
  { run, calls }: LoadedRun,
  state: EndState,
  by: Step['by'],
  now: Date,
  wasMade?: WasMade,
): Step | { until: Date } | undefined {
  if (isTerminal(run.state)) return undefined;
  const until = allOverFrom(calls);
  if (until !== undefined && until > now) return { until };
  return { by, state, ...endOf(calls, state, now, wasMade) };
}

/** From when on every attempt at the calls in flight is over for every process (`overFrom`); undefined if none is in flight. */
export function allOverFrom(calls: ToolCallDocument[]): Date | undefined {
  return calls
    .filter(isInFlight)
    .map(overFrom)
    .reduce<Date | undefined>(
      (latest, until) => (latest === undefined || until > latest ? until : latest),
      undefined,
    );
}

/**
 * Resolves the calls that are still pending when a run ends.
 * @param wasMade whether a call was made, although the store does not know it. Default: none
 */
export function endOf(
  calls: ToolCallDocument[],
  state: EndState,
  now: Date,
  wasMade: WasMade = () => false,
): { calls: CallChange[]; events: RunEvent[] } {
  const resolved = calls
    .filter(({ status }) => status === 'pending')
    .map((call) => {
      const { change, event } = resolveCall(call, resolutionAtEnd(call, state, wasMade), now);
      const tries = withLostTry(call);
      return { change: tries.length === 0 ? change : { ...change, set: { ...change.set, tries } }, event };
    });
  return { calls: resolved.map(({ change }) => change), events: resolved.map(({ event }) => event) };
}

/** A call that was sent is reported with its result or as unknown, and never as something that did not happen. */
function resolutionAtEnd(call: ToolCallDocument, state: EndState, wasMade: WasMade): CallResolution {
  if (isInFlight(call) || wasMade(call)) return unknownOutcome();
  const earlier = call.sending?.sent ?? call.sending?.last;
  if (earlier !== undefined) return earlier;
  return state.reason === 'expired' || state.reason === 'cancelled'
    ? unmade(state.reason)
    : failure('cancelled', 'The run ended before the call was made.');
}

/** The result of a call that is not made because its run closes. */
export function unmade(reason: ClosingReason): CallResolution {
  return reason === 'expired'
    ? failure('expired', 'Nobody answered in time.')
    : failure('cancelled', 'The run was cancelled.');
}
