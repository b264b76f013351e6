import { toTimestamp } from '#contract/timestamp.ts';
import type { SeenCalls } from '#contract/temporal/seen-calls.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { LoadedRun, PauseDocument } from '../documents/run.ts';
import { endPaused } from './end-paused.ts';
import { closesRun, isOver, nextEnd, withEnds } from './ends.ts';
import { release, releaseAt } from './gates/cooling.ts';
import { asExpired } from './gates/turned-down.ts';
import type { Input } from './inputs.ts';
import { pauseOf } from './pause.ts';
import { resolveCall, unknownOutcome } from './resolve-call.ts';
import { resumes } from './resumes.ts';
import { wasSeenMade } from './seen-calls.ts';
import type { Step } from './step.ts';
import type { RuleContext } from './stored.ts';

const fromClients = new Set<Input['type']>([
  'answer',
  'decision',
  'revision',
  'withdrawal',
  'outcome',
  'cancel_requested',
]);

/**
 * The step that ends a run when a client's input arrives after the end of what it waits for, declines the calls that are over, or
 * has approved ones made that have cooled off, so that the input is then treated as one for a run that has ended or continued. Its workflow does the same when its timer has run, which may be
 * much later: workers or Temporal may be away.
 * @returns nothing for any other input, and while nothing is over
 */
export function overtakenBy(stored: LoadedRun, input: Input, context: RuleContext): Step | undefined {
  if (!fromClients.has(input.type)) return undefined;
  return release(stored, 'client', context) ?? endOfOver(stored, 'client', context.now);
}

/**
 * The workflow's timer for a pause has run. What was approved and has cooled off is made before anything expires.
 * @returns nothing if the run is in a later pause for the same call, of which the workflow has yet to hear; the end of the
 *   pause, if its time is not over by this clock
 */
export function expire(
  stored: LoadedRun,
  { tool_call_id, expires_at, seen }: Extract<Input, { type: 'expiry' }>,
  context: RuleContext,
): Step | { until: Date } | undefined {
  const pause = pauseOf(stored);
  if (pause?.tool_call_id !== tool_call_id) return undefined;
  const ended = release(stored, 'workflow', context) ?? endOfOver(stored, 'workflow', context.now, seen);
  if (ended !== undefined) return ended;
  const end = nextEnd(pause);
  if (expires_at !== toTimestamp(end)) return undefined;
  if (end <= context.now && (stored.run.pauses ?? []).some(isFrozenOver(context.now)))
    return { by: 'workflow', pauses: stillFrozen(stored.run.pauses ?? [], context.now) };
  // The clock of the store decides on calls that cool off.
  return { until: end > context.now ? end : (releaseAt(stored.run, context) ?? end) };
}

/** Ends what is over of the items that a run waits for, and the run if one of them closes it. */
function endOfOver(stored: LoadedRun, by: Step['by'], now: Date, seen?: SeenCalls): Step | undefined {
  const over = (stored.run.pauses ?? []).filter((item) => item.not_before === undefined && isOver(item, now));
  if (over.length === 0) return undefined;
  if (over.some(closesRun)) {
    const ended = endPaused(stored, 'expired', by, now, (call) => wasSeenMade(call, seen));
    return { ...ended, calls: asExpired(stored, ended.calls ?? []) };
  }
  const declined = over.flatMap(({ tool_call_id }) => decline(stored, tool_call_id, now, seen));
  return {
    ...resumes(stored, over, by),
    calls: asExpired(
      stored,
      declined.map(({ change }) => change),
    ),
    events: declined.map(({ event }) => event),
  };
}

function isFrozenOver(now: Date): (item: PauseDocument) => boolean {
  return (item) => item.frozen !== undefined && isOver(item, now);
}

/** The same items. A call that is frozen is not over, for however long that lasts. */
function stillFrozen(items: readonly PauseDocument[], now: Date): PauseDocument[] {
  const isTooLong = isFrozenOver(now);
  return withEnds(items.map((item) => (isTooLong(item) ? { ...item, not_before: now } : item)));
}

/** A gate declines its call when nobody has decided in time. */
function decline({ calls }: LoadedRun, callId: string, now: Date, seen: SeenCalls | undefined) {
  const call = calls.find(({ _id }) => _id === callId);
  if (call === undefined) return [];
  const result = toJsonText({ declined: true, detail: { reason: 'expired' } });
  return wasSeenMade(call, seen)
    ? [resolveCall(call, unknownOutcome(), now)]
    : [resolveCall(call, { status: 'failed', result }, now, 'declined')];
}
