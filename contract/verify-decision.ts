import { type DecisionStatement, statementText } from './decision-statement.ts';
import type { PasskeySignature } from './passkey.ts';
import { isSameActor } from './same-actor.ts';
import { challengeOf, signatureFault, type SignatureFault, thumbprintOf } from './verify-signature.ts';

/** A signed decision on one call, as a trace, a receipt or the store shows it. */
export interface SignedDecision {
  decision: string;
  /** Undefined if it was erased. */
  actor?: string | undefined;
  /** The digest of the call. */
  digest: string;
  workspace_id: string;
  signature: Pick<PasskeySignature, 'statement' | 'assertion' | 'public_key' | 'thumbprint'>;
}

/** Why the signature of a decision does not stand for it. */
export type DecisionFault =
  SignatureFault | 'other_key' | 'other_workspace' | 'other_decision' | 'other_actor' | 'other_call';

/**
 * Verifies a signed decision without the service: this key has signed this decision on this call.
 * @returns undefined if it has, or why not. Whose key it is, only its thumbprint can say
 */
export async function decisionFault(signed: SignedDecision): Promise<DecisionFault | undefined> {
  const { statement, assertion, public_key, thumbprint } = signed.signature;
  const fault = statementFault(signed, statement);
  if (fault !== undefined) return fault;
  if ((await thumbprintOf(public_key)) !== thumbprint) return 'other_key';
  return await signatureFault(assertion, public_key, await challengeOf(statementText(statement)));
}

function statementFault(
  { decision, actor, digest, workspace_id }: SignedDecision,
  statement: DecisionStatement,
): DecisionFault | undefined {
  if (statement.workspace_id !== workspace_id) return 'other_workspace';
  if (statement.decision !== decision) return 'other_decision';
  if (actor !== undefined && !isSameActor(statement.actor, actor)) return 'other_actor';
  return statement.digests.includes(digest) ? undefined : 'other_call';
}

/** The faults of a signature in words. */
export const decisionFaultTexts: Record<DecisionFault, string> = {
  malformed: 'the response of the passkey cannot be read',
  other_challenge: 'the passkey has signed another statement',
  not_an_assertion: 'the response is not that of a signature',
  user_not_verified: 'the passkey has not verified its user',
  signature_invalid: 'the signature is not that of the key',
  other_key: 'the thumbprint is that of another key',
  other_workspace: 'the statement is for another workspace',
  other_decision: 'the statement is for another decision',
  other_actor: 'the statement is another actor’s',
  other_call: 'the statement does not name the call',
};
