import type { AttemptEnd, ToolCallDocument } from '#store/documents/tool-call.ts';
import { type CallResolution, unknownOutcome } from './resolve-call.ts';

/** What a call that is not resolved waits for: being made, or somebody's word. */
export function waitsFor(
  call: ToolCallDocument,
): 'execution' | 'question' | 'confirmation' | 'outcome' | undefined {
  if (call.status !== 'pending') return undefined;
  if (call.interaction === 'interactive') return 'question';
  if (call.interaction === 'proposed_action') return 'outcome';
  return call.gate === 'confirm' && call.decision === undefined ? 'confirmation' : 'execution';
}

/** Whether a call was sent and nobody has said what came of it: its process is at it, or has died with it. */
export function isInFlight({ status, sending }: Pick<ToolCallDocument, 'status' | 'sending'>): boolean {
  return status === 'pending' && sending?.in_flight === true;
}

/**
 * Whether a call of which nobody knows the outcome may be made again: the host makes nothing of a second one, or its
 * patch allows every repetition.
 */
export function mayRepeat({ reliability }: Pick<ToolCallDocument, 'reliability'>): boolean {
  return reliability?.retry === 'always' || (reliability?.retry === 'safe' && reliability.idempotent);
}

/**
 * How the latest attempt at a call ended on which its host may have acted, as far as the next attempt knows: one that
 * nobody has told of is in doubt. Undefined when the host surely has not acted.
 */
export function sentBefore(call: Pick<ToolCallDocument, 'status' | 'sending'>): AttemptEnd | undefined {
  return isInFlight(call) ? unknownOutcome() : call.sending?.sent;
}

/**
 * What a call comes to that is not tried again. An attempt on which the host surely did not act says nothing of an
 * earlier one on which it may have: the call is told as that one ended.
 * @param sending the attempts before, and the last one's mark
 */
export function endOfAttempts(
  { sending }: Pick<ToolCallDocument, 'sending'>,
  { resolution, noEffect }: { resolution: CallResolution; noEffect: boolean },
): CallResolution {
  return noEffect && sending?.sent !== undefined ? { ...resolution, ...sending.sent } : resolution;
}
