import type { AttemptEnd, ToolCallDocument } from '../documents/tool-call.ts';
import { type CallResolution, isInDoubt, unknownOutcome } from './resolve-call.ts';

/** The wait of an unresolved call: to be made, or for a person. */
export function waitsFor(
  call: ToolCallDocument,
): 'execution' | 'question' | 'confirmation' | 'outcome' | undefined {
  if (call.status !== 'pending') return undefined;
  if (call.interaction === 'interactive') return 'question';
  if (call.interaction === 'proposed_action') return 'outcome';
  return call.gate === 'confirm' && call.decision === undefined ? 'confirmation' : 'execution';
}

/** Whether a call was sent and has no result yet: its process is working on it, or has died with it. */
export function isInFlight({ status, sending }: Pick<ToolCallDocument, 'status' | 'sending'>): boolean {
  return status === 'pending' && sending?.in_flight === true;
}

/** How far the clocks of two processes may be apart. */
const clockSkewMs = 1000;

/**
 * From when on an attempt at a call is over for every process: its worker does not send after the deadline by its own clock, which
 * may be behind.
 */
export function overFrom({ sending }: Pick<ToolCallDocument, 'sending'>): Date {
  return new Date((sending?.until.getTime() ?? 0) + clockSkewMs);
}

/**
 * Whether a call with an unknown outcome may be made again: the host ignores a repetition, or the patch allows every
 * repetition.
 */
export function mayRepeat({ reliability }: Pick<ToolCallDocument, 'reliability'>): boolean {
  return reliability?.retry === 'always' || (reliability?.retry === 'safe' && reliability.idempotent);
}

/**
 * The result of the latest attempt on which the host may have acted, as far as the next attempt knows. It is in doubt
 * if nobody has stored a result. Undefined if the host certainly has not acted.
 */
export function sentBefore(call: Pick<ToolCallDocument, 'status' | 'sending'>): AttemptEnd | undefined {
  return isInFlight(call) ? unknownOutcome() : call.sending?.sent;
}

/**
 * The result of a call that is not tried again. If the last attempt failed, but the host may have acted on an earlier one, the call
 * has the result of that one: a host that refuses a repetition says nothing about what it repeats.
 * @param sending the earlier attempts, and the mark of the last one
 */
export function endOfAttempts(
  { sending }: Pick<ToolCallDocument, 'sending'>,
  { resolution }: { resolution: CallResolution },
): CallResolution {
  if (sending?.sent === undefined || resolution.status === 'ok' || isInDoubt(resolution)) return resolution;
  const { response_status: _, ...last } = resolution;
  return { ...last, ...sending.sent };
}
