import type { UIMessage } from 'ai';

/**
 * The part of a message that the service reads: the texts of a user, or the parts of the agent's message that a person
 * has answered.
 * @param digest digest of what the approver was shown. The message may hold a newer one
 */
export function sentMessage({ id, role, parts }: UIMessage, digest: string | undefined): object {
  if (role === 'user') return { id, role, parts };
  return { id, role, parts: parts.flatMap((part) => answeredPart(part, digest)) };
}

function answeredPart(part: UIMessage['parts'][number], digest: string | undefined): object[] {
  if (!('toolCallId' in part)) return [];
  const { type, toolCallId, state, providerExecuted, output, errorText } = part;
  if (state === 'approval-responded') {
    const { id, approved, reason } = part.approval;
    const descriptor = digest === undefined ? {} : { digest };
    return [{ type, toolCallId, state, approval: { id, approved, reason, descriptor } }];
  }
  const isOfPerson = providerExecuted !== true && state.startsWith('output-');
  return isOfPerson ? [{ type, toolCallId, state, output, errorText }] : [];
}
