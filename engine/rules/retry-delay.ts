import { mayRepeat } from './calls.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { CallResolution } from './resolve-call.ts';

/** The most attempts at one call, whatever its patch allows (tool-call.retry.bounded). */
const mostAttempts = 5;
const firstRetryMs = 500;
/** The longest delay that a host can ask for. */
const longestRetryMs = 60_000;

/** One attempt at a call: its result, and whether another attempt may succeed. */
export interface Attempt {
  resolution: CallResolution;
  /** Why it failed, as traces show it of each attempt. Default: the code of its error. */
  cause?: string;
  /** The same call may work later. */
  transient: boolean;
  /** The host certainly did not act on it, and did not refuse it for good. */
  noEffect: boolean;
  /** How long the host asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
}

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
