import { AssertionCredential } from '#contract/passkey.ts';
import { DecisionStatement } from '#contract/decision-statement.ts';
import { PublicJwk } from '#contract/signing-key.ts';
import { decisionFault, decisionFaultTexts } from '#contract/verify-decision.ts';
import { originOf } from '#contract/verify-signature.ts';

/** A decision that a passkey has signed, as a trace or a receipt shows it. */
export interface ClaimedSignature {
  decision: unknown;
  actor: unknown;
  /** The digest of the call. */
  digest: unknown;
  workspaceId: unknown;
  signature: Record<string, unknown>;
}

/** The result of a verification: `fault` says in words why the signature does not count. */
export interface Verified {
  fault?: string;
  /** The page on which it was signed. */
  origin?: string;
}

/** Verifies here, without the service, that a passkey has signed a decision on a call. */
export async function verifySigned({
  decision,
  actor,
  digest,
  workspaceId,
  signature,
}: ClaimedSignature): Promise<Verified> {
  const assertion = AssertionCredential.safeParse(signature['assertion']).data;
  const statement = DecisionStatement.safeParse(signature['statement']).data;
  const public_key = PublicJwk.safeParse(signature['public_key']).data;
  if (assertion === undefined || statement === undefined || public_key === undefined)
    return { fault: 'there is no signature of it' };
  const fault = await decisionFault({
    decision: String(decision),
    actor: typeof actor === 'string' ? actor : undefined,
    digest: String(digest),
    workspace_id: String(workspaceId),
    signature: { assertion, statement, public_key, thumbprint: String(signature['thumbprint']) },
  });
  if (fault !== undefined) return { fault: decisionFaultTexts[fault] };
  const origin = originOf(assertion);
  return origin === undefined ? {} : { origin };
}
