import { isSigned } from '#contract/audit-passkeys.ts';
import type { CallReceipt } from '#contract/audit.ts';
import { ServiceError } from '#contract/errors.ts';
import { decisionFault } from '#contract/verify-decision.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { isCommittedToStatement } from '#store/audit/receipts.ts';
import type { AuditEntryDocument } from '#store/documents/audit.ts';
import { standingDecisions } from './receipt-decisions.ts';

/**
 * The signatures of the decisions that counted when a call was sent. Only one that verifies, and to which the entry of its decision
 * commits, is in a receipt.
 * @throws {ServiceError} `audit_log_changed` for any other
 */
export async function signaturesOf(
  call: ToolCallDocument,
  entries: readonly AuditEntryDocument[],
): Promise<NonNullable<CallReceipt['passkeys']>> {
  const given = [...(call.approvals ?? []), ...(call.decision === undefined ? [] : [call.decision])];
  const signed = standingDecisions(entries).filter((entry) => isSigned(entry));
  return await Promise.all(
    signed.map(async (entry) => {
      const decision = given.find(
        ({ created_at, signature }) =>
          created_at.getTime() === entry.at.getTime() &&
          signature?.assertion.response.signature === entry.details?.['signature'],
      );
      const { signature, digest, actor } = decision ?? {};
      if (decision === undefined || signature === undefined || digest === undefined || actor === undefined)
        throw changed();
      if (!isCommittedToStatement(entry, signature.statement)) throw changed();
      const { workspace_id } = call;
      const fault = await decisionFault({
        decision: decision.decision,
        actor,
        digest,
        workspace_id,
        signature,
      });
      if (fault !== undefined) throw changed();
      const { passkey_id, thumbprint, public_key, assertion, statement } = signature;
      return { passkey_id, actor, thumbprint, public_key, assertion, statement };
    }),
  );
}

function changed(): ServiceError {
  return new ServiceError('audit_log_changed', 'The stored call does not match the audit log.');
}
