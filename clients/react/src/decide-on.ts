import type { Assertion } from '../../typescript/src/schema/types.gen.ts';
import type { OnAssertion } from './assertion.ts';
import { type HeddleCall, needsSignature } from './calls.ts';
import type { Conversation } from './conversation.ts';
import { followedRun } from './followed-run.ts';
import { request } from './requests.ts';

/** A decision of a person on a held write. */
export interface Deciding {
  approved: boolean;
  /** The digest of what the person saw. */
  digest: string | undefined;
  reason?: string | undefined;
  /** Has a passkey sign it. Default: where the service accepts nothing else, the browser asks for one. */
  onAssertion: OnAssertion | undefined;
}

/** Approves or rejects a held write. If it is to be signed and is not, nothing is decided, and the conversation shows why. */
export async function decideOn(
  conversation: Conversation,
  call: HeddleCall,
  { approved, digest, reason, onAssertion }: Deciding,
): Promise<void> {
  const { chat, connection } = conversation;
  const { id } = call;
  try {
    let assertion: Assertion | undefined;
    if (onAssertion !== undefined || needsSignature(call)) {
      const { assertionFor } = await import('./assertion.ts');
      assertion = await assertionFor(
        { run_id: followedRun(chat.messages).run_id, tool_call_id: id, digest },
        approved,
        async (body) => await request(connection, 'approvals/challenge', 'POST', body),
        onAssertion,
      );
    }
    await conversation.send(
      () => chat.addToolApprovalResponse({ id, approved, ...(reason !== undefined && { reason }) }),
      { id, digest, assertion },
    );
  } catch (failure) {
    conversation.condition.set({ failure: failure as Error });
  }
}
