import type { DecisionStatement, PasskeyAssertion, PublicJwk } from '../schema/types.gen.ts';

/** A decision that counted when the call was sent, or an earlier one, with its entry in the audit log. */
export interface ReceiptDecision {
  actor?: string;
  via?: string;
  decision: string;
  at: string;
  passkey_id?: string;
  [member: string]: unknown;
}

/** The signature of a decision, with the key. */
export interface ReceiptSignature {
  passkey_id: string;
  actor: string;
  /** The thumbprint of the key (RFC 7638). */
  thumbprint: string;
  public_key: PublicJwk;
  assertion: PasskeyAssertion;
  statement: DecisionStatement;
}

/** The content of a receipt (docs/audit.md of the service). */
export interface CallReceipt {
  /** The id of the workspace. */
  workspace: string;
  run_id: string;
  tool_call_id: string;
  agent_id: string;
  patch_ref: string;
  decisions: ReceiptDecision[];
  earlier_decisions?: ReceiptDecision[];
  /** The canonical JSON that was decided on, and its digest. */
  document?: string;
  digest?: string;
  passkeys?: ReceiptSignature[];
  completed_at: string;
  [member: string]: unknown;
}

const texts = ['workspace', 'run_id', 'tool_call_id', 'agent_id', 'patch_ref', 'completed_at'] as const;

/** Whether a value has what the verification of a receipt reads. */
export function isReceipt(value: Record<string, unknown>): value is CallReceipt {
  const { decisions, document, digest, passkeys = [] } = value;
  return (
    texts.every((name) => typeof value[name] === 'string') &&
    [document, digest].every((each) => each === undefined || typeof each === 'string') &&
    Array.isArray(decisions) &&
    decisions.every((each) => isObject(each) && typeof each['decision'] === 'string') &&
    Array.isArray(passkeys) &&
    passkeys.every(isSignature)
  );
}

function isSignature(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { public_key: key, assertion, statement } = value;
  const response = isObject(assertion) ? assertion['response'] : undefined;
  return (
    hasTexts(value, ['passkey_id', 'actor', 'thumbprint']) &&
    isObject(key) &&
    (key['kty'] === 'RSA' ? hasTexts(key, ['n', 'e']) : hasTexts(key, ['crv', 'x'])) &&
    (key['kty'] === 'EC' ? hasTexts(key, ['y']) : key['kty'] === 'OKP' || key['kty'] === 'RSA') &&
    isObject(response) &&
    hasTexts(response, ['clientDataJSON', 'authenticatorData', 'signature']) &&
    isObject(statement) &&
    hasTexts(statement, ['challenge_id', 'workspace_id', 'actor', 'decision', 'expires_at']) &&
    Array.isArray(statement['digests']) &&
    statement['digests'].every((each) => typeof each === 'string')
  );
}

function hasTexts(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
