import { mayRepeat } from '#lifecycle/calls.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import type { Attempt } from './send-call.ts';

/** A call is made at most this often, whatever its patch allows (tool-call.retry.bounded). */
const mostAttempts = 5;
const firstRetryMs = 500;
/** A host may ask for patience, not for more than this. */
const longestRetryMs = 60_000;

/**
 * Whether an attempt may follow one that its worker has not lived to tell of. Such attempts count like all others: a
 * call that kills whoever makes it is not made for ever.
 */
export function mayFollowLost(call: Pick<ToolCallDocument, 'sending' | 'reliability'>): boolean {
  return mayRepeat(call) && (call.sending?.attempts ?? 0) < mostAttempts;
}

/** How long to wait before another attempt, in milliseconds; undefined when there is none (tool-call.retry.bounded). */
export function retryDelay(
  call: Pick<ToolCallDocument, 'sending' | 'reliability'>,
  { transient, noEffect, retryAfterMs }: Attempt,
): number | undefined {
  const attempts = call.sending?.attempts ?? 1;
  if (!transient || attempts >= mostAttempts) return undefined;
  if (call.reliability?.retry === 'none' || (!noEffect && !mayRepeat(call))) return undefined;
  // Never zero, whatever the host says: Temporal takes a delay of zero for no retry at all.
  return Math.min(Math.max(retryAfterMs ?? 0, firstRetryMs * 2 ** (attempts - 1)), longestRetryMs);
}
