import { clientFor, dataOf } from '../api/client.ts';
import type { Assertion } from '../api/schema.ts';
import { signWithPasskey } from './browser-passkeys.ts';

/** A held call as it was shown. */
export interface ShownCall {
  run_id: string;
  tool_call_id: string;
  digest: string;
}

/**
 * Has the person's passkey sign one decision on held calls.
 * @throws {ApiError} if there is nothing to sign with
 * @throws {PasskeyCancelled}
 */
export async function signDecision(
  calls: readonly ShownCall[],
  decision: 'approve' | 'reject',
): Promise<Assertion> {
  const items = calls.map(({ run_id, tool_call_id, digest }) => ({ run_id, tool_call_id, digest }));
  const { challenge_id, options } = dataOf(
    await clientFor({ as: 'console' }).POST('/v1/loom/approvals/challenge', { body: { decision, items } }),
  );
  return { challenge_id, credential: await signWithPasskey(options) };
}
