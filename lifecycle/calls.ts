import type { ToolCallDocument } from '#store/tool-calls.ts';

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
