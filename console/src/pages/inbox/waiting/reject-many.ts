import { asApiError } from '../../../api/api-error.ts';
import type { Approval } from '../../../api/schema.ts';
import { DecidedAlready } from '../../../approvals/decided-already.ts';

/** The result of one of several rejections. `open`: unknown yet, or can be retried. */
export type Rejection =
  { state: 'open' } | { state: 'busy' | 'rejected' } | { state: 'late' | 'failed'; why: string };

/**
 * Rejects several held writes, one after the other, each as it was shown. What keeps one from being rejected keeps no other.
 * @param reject rejects one: with the digest of what was shown of it, and an idempotency key of its own
 * @param tell what became of one, by the id of its call
 */
export async function rejectMany(
  items: readonly Approval[],
  reject: (item: Approval) => Promise<void>,
  tell: (callId: string, rejection: Rejection) => void,
): Promise<void> {
  for (const item of items) {
    tell(item.tool_call_id, { state: 'busy' });
    try {
      await reject(item);
      tell(item.tool_call_id, { state: 'rejected' });
    } catch (error) {
      if (error instanceof DecidedAlready) tell(item.tool_call_id, { state: 'late', why: error.message });
      else tell(item.tool_call_id, { state: 'failed', why: asApiError(error).message });
    }
  }
}

/** The rejections without a result. */
export function stillOpen(
  items: readonly Approval[],
  rejections: Readonly<Record<string, Rejection>>,
): Approval[] {
  return items.filter(({ tool_call_id }) => {
    const { state } = rejections[tool_call_id] ?? { state: 'open' };
    return state === 'open' || state === 'failed';
  });
}
