import { ApprovalError } from '../approvals/errors.ts';
import type { KeySource } from '../approvals/keys.ts';
import { HeddleError } from '../errors.ts';
import { type CheckedReceipt, type CheckedSignature, checkReceipt } from './check-receipt.ts';
import type { CallReceipt } from './receipt.ts';

/** Why a receipt does not verify. */
export type ReceiptErrorCode =
  /** It is no receipt of a call. */
  | 'malformed_receipt'
  /** The public keys cannot be fetched. */
  | 'keys_unavailable'
  /** None of the keys for statements has signed it. */
  | 'service_signature'
  /** The document is not the one whose digest was decided on. */
  | 'document_changed'
  /** A decision by passkey has no signature in it. */
  | 'signature_missing'
  /** A passkey has not signed its decision: `signatures` has the `fault`. */
  | 'passkey_failed'
  /** A passkey is not one of those that you trust. */
  | 'key_not_trusted';

/** A receipt does not verify: do not rely on it. Branch on `code`, which is stable. */
export class ReceiptError extends HeddleError {
  override name = 'ReceiptError';
  readonly code: ReceiptErrorCode;
  /** The signatures of its passkeys, each with its `fault`. */
  readonly signatures: CheckedSignature[];

  constructor(
    code: ReceiptErrorCode,
    message: string,
    { signatures = [], cause }: { signatures?: CheckedSignature[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.signatures = signatures;
  }
}

export interface ReceiptOptions {
  /**
   * The public keys of the service: what you have saved of `/.well-known/jwks.json`, or its address. Without them the signature of
   * the service is not checked, and only what passkeys have signed is certain.
   */
  jwks?: KeySource | undefined;
  /** The thumbprints of the passkeys that you trust. Without them it is not known whose keys they are. */
  passkeys?: readonly string[] | undefined;
}

/** A receipt that verifies. */
export interface VerifiedReceipt {
  receipt: CallReceipt;
  service: 'verified' | 'not_checked';
  /** The signatures of its passkeys: `verified` for those that you trust, `key_not_confirmed` if you have named none. */
  signatures: CheckedSignature[];
}

const messages = {
  service_signature: 'none of the keys has signed the receipt',
  document_changed: 'the document is not the one whose digest was decided on',
  signature_missing: 'a decision by passkey has no signature in the receipt',
  passkey_failed: 'a passkey has not signed its decision',
  key_not_trusted: 'a passkey is not one of those that are trusted',
} as const;

/**
 * Verifies a receipt of a sent call without the service: who has decided on exactly the document that it shows.
 * @param jws of `runs.receipt`, compact
 * @throws {ReceiptError} if any part of it does not verify
 */
export async function verifyReceipt(
  jws: string,
  { jwks, passkeys }: ReceiptOptions = {},
): Promise<VerifiedReceipt> {
  const checked = await check(jws, { jwks, trusted: passkeys });
  const { receipt, service, passkeys: signatures } = checked;
  const code = faultOf(checked);
  if (code !== undefined || service === 'failed')
    throw new ReceiptError(code ?? 'service_signature', messages[code ?? 'service_signature'], {
      signatures,
    });
  return { receipt, service, signatures };
}

async function check(...parameters: Parameters<typeof checkReceipt>): Promise<CheckedReceipt> {
  try {
    return await checkReceipt(...parameters);
  } catch (error) {
    if (!(error instanceof HeddleError)) throw error;
    const code = error instanceof ApprovalError ? 'keys_unavailable' : 'malformed_receipt';
    throw new ReceiptError(code, error.message, { cause: error });
  }
}

function faultOf({ fault, result }: CheckedReceipt): keyof typeof messages | undefined {
  if (fault !== undefined) return fault;
  if (result === 'failed') return 'passkey_failed';
  return result === 'key_not_trusted' ? 'key_not_trusted' : undefined;
}
