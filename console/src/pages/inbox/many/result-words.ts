import type { DecidedItem } from '../../../api/schema.ts';

/** Codes after which somebody else has settled the call, or it has expired. */
const settled = new Set(['unknown_confirmation', 'not_awaiting_confirmation']);

const words: Record<string, string> = {
  stale_confirmation: 'It has changed since it was shown.',
  forbidden_approver: 'You may not approve it now.',
  not_found: 'There is no such call.',
  invalid_request: 'It can only be decided on as it is shown: look at it once more.',
  rate_limited: 'There were too many requests: try again.',
};

/** A result in words. `tone` is that of the text. */
export interface ResultWords {
  text: string;
  tone: 'good' | 'neutral' | 'warn' | 'bad';
  code?: string;
  /** Whether the call was settled before, so that the run says by whom. */
  settledBefore: boolean;
}

/**
 * One result of a decision on several calls in words.
 * @param waitsStill whether the call waits after the decision: for more approvals
 */
export function resultWords(
  { result, code, message }: Pick<DecidedItem, 'result' | 'code' | 'message'>,
  decision: 'approve' | 'reject',
  waitsStill: boolean,
): ResultWords {
  if (result === 'accepted') {
    if (decision === 'reject') return { text: 'Rejected', tone: 'neutral', settledBefore: false };
    if (!waitsStill) return { text: 'Approved', tone: 'good', settledBefore: false };
    return { text: 'Approved: further approvals are required', tone: 'warn', settledBefore: false };
  }
  const settledBefore = code !== undefined && settled.has(code);
  return {
    text: settledBefore
      ? 'It no longer waits for a decision.'
      : ((code === undefined ? undefined : words[code]) ?? message ?? 'It was refused.'),
    tone: settledBefore ? 'warn' : 'bad',
    ...(code !== undefined && { code }),
    settledBefore,
  };
}
