import { isTerminal, type CloseReason } from '#contract/run-state.ts';
import type { RunStep } from '#store/advance-run.ts';
import { failure, resolveCall } from './resolve-call.ts';
import type { LoadedRun } from '#store/runs.ts';

const messages = {
  cancelled: 'The run was cancelled.',
  expired: 'Nobody answered in time.',
} as const;

/**
 * The step that closes a run before its end, and with it the calls that are not resolved. Nothing when the run has
 * ended already.
 */
export function closeRun(
  { run, calls }: LoadedRun,
  reason: Extract<CloseReason, 'cancelled' | 'expired'>,
): RunStep | undefined {
  if (isTerminal(run.state)) return undefined;
  const resolved = calls
    .filter(({ status }) => status === 'pending')
    .map((call) => resolveCall(call, failure(reason, messages[reason])));
  return {
    state: { state: 'closed', reason },
    callChanges: resolved.flatMap(({ callChanges }) => callChanges),
    events: resolved.flatMap(({ events }) => events),
  };
}
