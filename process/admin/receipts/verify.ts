import { decodeStatement, readStatement, statementTypes } from '#adapters/statements/statements.ts';
import { CallReceipt } from '#contract/audit.ts';
import { digestOfDocument } from '#engine/rules/gates/digest.ts';
import { decisionFault, type DecisionFault } from '#contract/verify-decision.ts';
import { originOf } from '#contract/verify-signature.ts';

/** A signature in a receipt, as it was verified. */
export interface VerifiedSignature {
  passkey_id: string;
  actor: string;
  thumbprint: string;
  /** The page on which it was given. */
  origin?: string;
  /** `key_not_confirmed`: nobody has said whose key it is. */
  result: 'verified' | 'key_not_confirmed' | 'key_not_trusted' | 'failed';
  fault?: DecisionFault | 'not_decided';
}

/** The result of verifying a receipt. */
export interface VerifiedReceipt {
  workspace_id: string;
  tool_call_id: string;
  digest?: string;
  /** The signature of the service over the whole. */
  service: 'verified' | 'not_checked' | 'failed';
  passkeys: VerifiedSignature[];
  /** `unsigned`: no passkey has signed any of the decisions. Otherwise the worst of its parts. */
  result: 'unsigned' | VerifiedSignature['result'];
  fault?: 'document_changed' | 'signature_missing' | 'service_signature';
}

/**
 * Verifies a receipt: what was decided on is the document that it shows, and its passkeys have signed the decisions.
 * @param keys the public keys of the service. Undefined: its own signature is not checked
 * @param trusted the thumbprints of the keys that the reader trusts. Undefined: no key is confirmed
 * @throws {Error} if the text is no receipt
 */
export async function verifyReceipt(
  jws: string,
  { keys, trusted }: { keys?: { keys: object[] } | undefined; trusted?: readonly string[] | undefined },
): Promise<VerifiedReceipt> {
  const receipt = CallReceipt.parse(decodeStatement(jws));
  const { workspace, tool_call_id, digest, document, decisions, passkeys = [] } = receipt;
  const service = keys === undefined ? 'not_checked' : await serviceResult(keys, jws);
  const signatures = await Promise.all(
    passkeys.map(async (signature): Promise<VerifiedSignature> => {
      const { passkey_id, actor, thumbprint, assertion } = signature;
      const origin = originOf(assertion);
      const shown = { passkey_id, actor, thumbprint, ...(origin === undefined ? {} : { origin }) };
      const own = decisions.find(
        (decision) => decision.passkey_id === passkey_id && decision.via === 'passkey',
      );
      if (own === undefined || digest === undefined)
        return { ...shown, result: 'failed', fault: 'not_decided' };
      const fault = await decisionFault({
        decision: own.decision,
        actor: own.actor,
        digest,
        workspace_id: workspace,
        signature,
      });
      if (fault !== undefined) return { ...shown, result: 'failed', fault };
      if (trusted === undefined) return { ...shown, result: 'key_not_confirmed' };
      return { ...shown, result: trusted.includes(thumbprint) ? 'verified' : 'key_not_trusted' };
    }),
  );
  const signed = decisions.filter(({ via }) => via === 'passkey');
  const isMissing = signed.some(({ passkey_id }) => passkeys.every((key) => key.passkey_id !== passkey_id));
  const isChanged = document !== undefined && digestOfDocument(document) !== digest;
  const fault =
    service === 'failed'
      ? 'service_signature'
      : isChanged
        ? 'document_changed'
        : isMissing
          ? 'signature_missing'
          : undefined;
  return {
    workspace_id: workspace,
    tool_call_id,
    ...(digest === undefined ? {} : { digest }),
    service,
    passkeys: signatures,
    result: fault === undefined ? worstOf(signatures) : 'failed',
    ...(fault === undefined ? {} : { fault }),
  };
}

const fromWorst = ['failed', 'key_not_trusted', 'key_not_confirmed', 'verified'] as const;

function worstOf(signatures: VerifiedSignature[]): VerifiedReceipt['result'] {
  return fromWorst.find((result) => signatures.some((each) => each.result === result)) ?? 'unsigned';
}

async function serviceResult(keys: { keys: object[] }, jws: string): Promise<'verified' | 'failed'> {
  try {
    await readStatement(keys, statementTypes.receipt, jws);
    return 'verified';
  } catch {
    return 'failed';
  }
}
