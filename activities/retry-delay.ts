import { mayRepeat } from '#lifecycle/calls.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import type { Attempt } from './prepared-call.ts';

/** The most attempts at one call, whatever its patch allows (tool-call.retry.bounded). */
const mostAttempts = 5;
const firstRetryMs = 500;
/** The longest delay that a host can ask for. */
const longestRetryMs = 60_000;

/**
 * Whether an attempt may follow one whose worker died before it stored the result. Such attempts count like any other,
 * so a call that kills every worker that makes it is not repeated forever.
 */
export function mayFollowLost(call: Pick<ToolCallDocument, 'sending' | 'reliability'>): boolean {
  return mayRepeat(call) && (call.sending?.attempts ?? 0) < mostAttempts;
}

/** How long to wait before another attempt, in milliseconds; undefined if there is none (tool-call.retry.bounded). */
export function retryDelay(
  call: Pick<ToolCallDocument, 'sending' | 'reliability'>,
  { transient, noEffect, retryAfterMs }: Attempt,
): number | undefined {
  const attempts = call.sending?.attempts ?? 1;
  if (!transient || attempts >= mostAttempts) return undefined;
  if (call.reliability?.retry === 'none' || (!noEffect && !mayRepeat(call))) return undefined;
  // Never zero, whatever the host says: Temporal does not retry at all if the delay is zero.
  return Math.min(Math.max(retryAfterMs ?? 0, firstRetryMs * 2 ** (attempts - 1)), longestRetryMs);
}
