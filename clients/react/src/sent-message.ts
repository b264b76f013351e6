import type { UIMessage } from 'ai';
import type { Assertion } from '../../typescript/src/schema/types.gen.ts';

/** A held write on which a person decides. */
export interface Decided {
  id: string;
  /** The digest of what the approver was shown. The message may hold a newer one. */
  digest: string | undefined;
  /** The signature of a passkey. */
  assertion: Assertion | undefined;
}

/**
 * The part of a message that the service reads: the texts of a user, or the parts of the agent's message that a person
 * has answered.
 * @param decided the held write that is decided on now; earlier decisions were sent
 */
export function sentMessage({ id, role, parts }: UIMessage, decided: Decided | undefined): object {
  if (role === 'user') return { id, role, parts };
  return { id, role, parts: parts.flatMap((part) => answeredPart(part, decided)) };
}

function answeredPart(part: UIMessage['parts'][number], decided: Decided | undefined): object[] {
  if (!('toolCallId' in part)) return [];
  const { type, toolCallId, state, providerExecuted, output, errorText } = part;
  if (state === 'approval-responded') {
    const { id, approved, reason } = part.approval;
    const approval = { id, approved, reason, descriptor: decided };
    return id === decided?.id ? [{ type, toolCallId, state, approval }] : [];
  }
  const isOfPerson = providerExecuted !== true && state.startsWith('output-');
  return isOfPerson ? [{ type, toolCallId, state, output, errorText }] : [];
}
