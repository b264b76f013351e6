import { canonicalJson } from '../approvals/canonical-json.ts';
import { ApprovalError } from '../approvals/errors.ts';
import { decodeJson, readJws } from '../approvals/jws.ts';
import type { KeySource } from '../approvals/keys.ts';
import { HeddleError } from '../errors.ts';
import { hashOf, originOf, type ResponseFault, responseFault, thumbprintOf } from './passkey-response.ts';
import { type CallReceipt, isReceipt, type ReceiptSignature } from './receipt.ts';
import { isSameActor } from './same-actor.ts';

/** Why the signature of a passkey does not stand for a decision of the receipt. */
export type SignatureFault =
  | ResponseFault
  | 'other_key'
  | 'other_workspace'
  | 'other_decision'
  | 'other_actor'
  | 'other_call'
  | 'not_decided';

/** A signature in a receipt, as it was checked. */
export interface CheckedSignature {
  passkey_id: string;
  actor: string;
  thumbprint: string;
  /** The page on which it was given. */
  origin?: string;
  /** `key_not_confirmed`: no thumbprints were given, so nobody has said whose key it is. */
  result: 'verified' | 'key_not_confirmed' | 'key_not_trusted' | 'failed';
  fault?: SignatureFault;
}

/** The result of checking a receipt. */
export interface CheckedReceipt {
  receipt: CallReceipt;
  /** The signature of the service over the whole. */
  service: 'verified' | 'not_checked' | 'failed';
  passkeys: CheckedSignature[];
  /** `unsigned`: no passkey has signed any of the decisions. Otherwise the worst of its parts. */
  result: 'unsigned' | CheckedSignature['result'];
  fault?: 'service_signature' | 'document_changed' | 'signature_missing';
}

/** No receipt is larger. */
const mostCharacters = 8 * 1024 * 1024;
const statements = { typ: 'call-receipt+json', purpose: 'statements', mostCharacters } as const;

/**
 * Checks a receipt: the service has signed it, it shows the document that was decided on, and its passkeys have signed the decisions.
 * @param jws compact
 * @param jwks the public keys of the service, or where they are. Undefined: its own signature is not checked
 * @param trusted the thumbprints of the passkeys that the reader trusts. Undefined: none is confirmed
 * @throws {HeddleError} if the text is no receipt
 * @throws {ApprovalError} `keys_unavailable`
 */
export async function checkReceipt(
  jws: string,
  { jwks, trusted }: { jwks?: KeySource | undefined; trusted?: readonly string[] | undefined },
): Promise<CheckedReceipt> {
  const receipt = decodeJson(jws.length > mostCharacters ? '' : (jws.split('.')[1] ?? ''));
  if (receipt === undefined || !isReceipt(receipt)) throw new HeddleError('this is no receipt of a call');
  const service = jwks === undefined ? 'not_checked' : await serviceResult(jws, jwks);
  const passkeys = await Promise.all(
    (receipt.passkeys ?? []).map(async (signature) => await checkSignature(receipt, signature, trusted)),
  );
  const fault = service === 'failed' ? 'service_signature' : await contentFault(receipt);
  return {
    receipt,
    service,
    passkeys,
    result: fault === undefined ? worstOf(passkeys) : 'failed',
    ...(fault === undefined ? {} : { fault }),
  };
}

async function serviceResult(jws: string, jwks: KeySource): Promise<'verified' | 'failed'> {
  try {
    await readJws(jws, jwks, statements);
    return 'verified';
  } catch (error) {
    if (!(error instanceof ApprovalError) || error.code === 'keys_unavailable') throw error;
    return 'failed';
  }
}

async function contentFault(receipt: CallReceipt): Promise<CheckedReceipt['fault']> {
  const { document, digest, decisions, passkeys = [] } = receipt;
  if (document !== undefined && digest !== (await digestOf(document))) return 'document_changed';
  const signed = decisions.filter(({ via }) => via === 'passkey');
  const isMissing = signed.some((decision) =>
    passkeys.every(({ passkey_id }) => passkey_id !== decision.passkey_id),
  );
  return isMissing ? 'signature_missing' : undefined;
}

/** The digest of a document, as a held call shows it. */
async function digestOf(document: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(document));
  return `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(hash)))}:`;
}

async function checkSignature(
  receipt: CallReceipt,
  signature: ReceiptSignature,
  trusted: readonly string[] | undefined,
): Promise<CheckedSignature> {
  const { passkey_id, actor, thumbprint, assertion } = signature;
  const origin = originOf(assertion);
  const shown = { passkey_id, actor, thumbprint, ...(origin === undefined ? {} : { origin }) };
  const fault = await signatureFault(receipt, signature);
  if (fault !== undefined) return { ...shown, result: 'failed', fault };
  if (trusted === undefined) return { ...shown, result: 'key_not_confirmed' };
  return { ...shown, result: trusted.includes(thumbprint) ? 'verified' : 'key_not_trusted' };
}

async function signatureFault(
  { workspace, digest, decisions }: CallReceipt,
  { passkey_id, statement, assertion, public_key, thumbprint }: ReceiptSignature,
): Promise<SignatureFault | undefined> {
  const own = decisions.find((decision) => decision.passkey_id === passkey_id && decision.via === 'passkey');
  if (own === undefined || digest === undefined) return 'not_decided';
  if (statement.workspace_id !== workspace) return 'other_workspace';
  if (statement.decision !== own.decision) return 'other_decision';
  if (own.actor !== undefined && !isSameActor(statement.actor, own.actor)) return 'other_actor';
  if (!statement.digests.includes(digest)) return 'other_call';
  if ((await thumbprintOf(public_key)) !== thumbprint) return 'other_key';
  // Only the members that are signed.
  const { challenge_id, workspace_id, actor, decision, digests, expires_at } = statement;
  const signed = { challenge_id, workspace_id, actor, decision, digests, expires_at };
  return await responseFault(assertion, public_key, await hashOf(canonicalJson(signed)));
}

const fromWorst = ['failed', 'key_not_trusted', 'key_not_confirmed', 'verified'] as const;

function worstOf(signatures: CheckedSignature[]): CheckedReceipt['result'] {
  return fromWorst.find((result) => signatures.some((each) => each.result === result)) ?? 'unsigned';
}
