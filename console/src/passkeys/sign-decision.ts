import { clientFor, dataOf } from '../api/client.ts';
import type { Assertion } from '../api/schema.ts';
import { signWithPasskey } from './browser-passkeys.ts';

/**
 * Has the person's passkey sign a decision on a held call.
 * @throws {ApiError} if there is nothing to sign with
 * @throws {PasskeyCancelled}
 */
export async function signDecision(
  { run_id, tool_call_id, digest }: { run_id: string; tool_call_id: string; digest: string },
  decision: 'approve' | 'reject',
): Promise<Assertion> {
  const { challenge_id, options } = dataOf(
    await clientFor({ as: 'console' }).POST('/v1/loom/approvals/challenge', {
      body: { decision, items: [{ run_id, tool_call_id, digest }] },
    }),
  );
  return { challenge_id, credential: await signWithPasskey(options) };
}
