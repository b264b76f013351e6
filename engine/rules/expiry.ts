import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ThreadPauseDocument } from '../documents/thread.ts';
import type { SeenCalls } from '#contract/temporal/seen-calls.ts';
import { toJsonText } from '#contract/json-text.ts';
import { holdingGateOf } from './gates/gate-of-call.ts';
import { asExpired } from './gates/turned-down.ts';
import { resolveCall, unknownOutcome } from './resolve-call.ts';
import { awaitedFor, pauseOf } from './pause.ts';
import { resumes } from './resumes.ts';
import { closed, endOf, endRun } from './ending.ts';
import type { Input } from './inputs.ts';
import { wasSeenMade } from './seen-calls.ts';
import type { Step } from './step.ts';

type Times = Pick<ThreadPauseDocument, 'created_at' | 'ttl_seconds' | 'expires_at'>;

/** The end of a pause, even if its run has not been notified. */
export function expiresAt({ created_at, ttl_seconds, expires_at }: Times): Date {
  return expires_at ?? new Date(created_at.getTime() + ttl_seconds * 1000);
}

/** Whether a pause is over: nobody can decide, answer or report any more (pause.expiry.is-a-rule). */
export function isOver(pause: Times, now: Date): boolean {
  return expiresAt(pause) <= now;
}

const fromClients = new Set<Input['type']>([
  'answer',
  'decision',
  'revision',
  'withdrawal',
  'outcome',
  'cancel_requested',
]);

/** The call whose gate declines it when nobody has decided in time, and what that changes. */
function declinedAtEnd(
  stored: LoadedRun,
  { tool_call_id }: ThreadPauseDocument,
  now: Date,
  seen?: SeenCalls,
) {
  const call = stored.calls.find(({ _id }) => _id === tool_call_id);
  if (call === undefined || call.gate !== 'confirm' || holdingGateOf(call).on_expiry !== 'reject')
    return undefined;
  const result = toJsonText({ declined: true, detail: { reason: 'expired' } });
  const { change, event } = wasSeenMade(call, seen)
    ? resolveCall(call, unknownOutcome(), now)
    : resolveCall(call, { status: 'failed', result }, now, 'declined');
  return { call, step: { calls: asExpired(stored, tool_call_id, [change]), events: [event] } };
}

/**
 * The step that ends a run whose pause is over when a client's input arrives, or declines its call, so that the input is then treated as one
 * for a run that has ended. Its workflow does the same when its timer has run, which may be much later: workers or
 * Temporal may be away.
 * @returns nothing for any other input, and while the pause is not over
 */
export function overtakenBy(stored: LoadedRun, input: Input, now: Date): Step | undefined {
  if (!fromClients.has(input.type)) return undefined;
  const pause = pauseOf(stored);
  if (pause === undefined || !isOver(pause, now)) return undefined;
  const declined = declinedAtEnd(stored, pause, now);
  if (declined !== undefined) {
    // Its workflow also finds out by its own timer.
    return { ...resumes(stored, declined.call), ...declined.step };
  }
  const state = closed('expired');
  const { calls, events } = endOf(stored.calls, state, now);
  return { by: 'client', state, calls: asExpired(stored, pause.tool_call_id, calls), events };
}

/**
 * The workflow's timer for a pause has run.
 * @returns nothing if the run is in a later pause for the same call, of which the workflow has yet to hear; the end of the
 *   pause, if its time is not over by this clock
 */
export function expire(
  stored: LoadedRun,
  { tool_call_id, expires_at, seen }: Extract<Input, { type: 'expiry' }>,
  now: Date,
): Step | { until: Date } | undefined {
  const pause = pauseOf(stored);
  if (pause === undefined || awaitedFor(pause) !== tool_call_id) return undefined;
  if (isOver(pause, now)) {
    const declined = declinedAtEnd(stored, pause, now, seen);
    if (declined !== undefined) return { by: 'workflow', state: { state: 'running' }, ...declined.step };
    const ended = endRun(stored, closed('expired'), 'workflow', now, (call) => wasSeenMade(call, seen));
    if (ended === undefined || 'until' in ended) return ended;
    return { ...ended, calls: asExpired(stored, pause.tool_call_id, ended.calls ?? []) };
  }
  const until = expiresAt(pause);
  return expires_at === toTimestamp(until) ? { until } : undefined;
}
