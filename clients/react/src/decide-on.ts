import type { Assertion } from '../../typescript/src/schema/types.gen.ts';
import type { OnAssertion } from './assertion.ts';
import { type HeddleCall, needsSignature } from './calls.ts';
import type { Conversation } from './conversation.ts';
import { followedRun } from './news.ts';
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
  deciding: Deciding,
): Promise<void> {
  const { approved, digest, reason } = deciding;
  const { id } = call;
  try {
    const assertion = await assertionOf(conversation, call, deciding);
    await conversation.send(
      () =>
        conversation.chat.addToolApprovalResponse({ id, approved, ...(reason !== undefined && { reason }) }),
      { id, digest, assertion },
    );
  } catch (failure) {
    conversation.condition.set({ failure: failure as Error });
  }
}

async function assertionOf(
  { chat, connection }: Conversation,
  call: HeddleCall,
  { approved, digest, onAssertion }: Deciding,
): Promise<Assertion | undefined> {
  if (onAssertion === undefined && !needsSignature(call)) return undefined;
  const { assertionFor } = await import('./assertion.ts');
  const { run_id } = followedRun(chat.messages);
  return await assertionFor(
    { run_id, tool_call_id: call.id, digest },
    approved,
    async (body) => await request(connection, 'approvals/challenge', 'POST', body),
    onAssertion,
  );
}
