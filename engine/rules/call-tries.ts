import { defined } from '#contract/defined.ts';
import type { CallTryRecord, ToolCallDocument } from '../documents/tool-call.ts';
import { durationOf } from './duration.ts';
import { outcomeUnknown } from '#contract/in-doubt.ts';
import type { Attempt } from './retry-delay.ts';

type Tried = Pick<ToolCallDocument, 'tries' | 'sending' | 'timeout_seconds'>;

/** An attempt of which the result is known. */
export function endedTry(
  { resolution, cause }: Pick<Attempt, 'resolution' | 'cause'>,
  at: Date,
  endedAt: Date,
): CallTryRecord {
  const { error, response_status: status } = resolution;
  return { at, ...defined({ code: cause ?? error?.code, status }), duration_ms: durationOf(at, endedAt) };
}

/**
 * The attempts at a call that are over. One that is still marked as in flight is among them: this is asked only once nobody waits
 * for it any more.
 */
export function withLostTry({ tries = [], sending, timeout_seconds }: Tried): CallTryRecord[] {
  if (sending?.in_flight !== true) return tries;
  const at = new Date(sending.until.getTime() - timeout_seconds * 1000);
  return [...tries, { at, code: outcomeUnknown }];
}

/** The attempts after one has ended that this process has made. */
export function withTry(
  { tries = [] }: Pick<ToolCallDocument, 'tries'>,
  tried: CallTryRecord,
): CallTryRecord[] {
  return [...tries, tried];
}
