import { api, dataOf } from '../api/client.ts';
import type { Approval, Assertion, DecidedItem } from '../api/schema.ts';
import { signDecision } from '../passkeys/sign-decision.ts';

/** One decision on several held calls, each as it was shown. */
export interface ManyDecided {
  decision: 'approve' | 'reject';
  items: readonly Approval[];
  /** Why they are rejected. */
  reason?: string | undefined;
}

/**
 * Has the person's passkey sign a decision on several held calls.
 * @throws {ApiError} and {PasskeyCancelled}
 */
export async function signMany({ decision, items }: ManyDecided): Promise<Assertion> {
  const shown = items.map(({ run_id, tool_call_id, digest = '' }) => ({ run_id, tool_call_id, digest }));
  return await signDecision(shown, decision);
}

/**
 * Decides on several held calls by one request, each by itself.
 * @returns what became of each, in their order
 * @throws {ApiError} if the request was refused as a whole, and nothing was decided
 */
export async function decideMany(
  { decision, items, reason }: ManyDecided,
  assertion?: Assertion,
): Promise<DecidedItem[]> {
  const answer = await api.POST('/v1/loom/approvals/decide', {
    body: {
      decision,
      items: items.map(({ run_id, tool_call_id, digest }) => ({
        run_id,
        tool_call_id,
        ...(digest !== undefined && { digest }),
      })),
      ...(reason !== undefined && { detail: { reason } }),
      ...(assertion !== undefined && { assertion }),
    },
  });
  return dataOf(answer).results;
}
