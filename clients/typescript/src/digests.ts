import { DigestMismatchError } from './errors.ts';

/** A held call, or the receipt of one that was held, as far as its digest is concerned. */
export interface Digested {
  /** `sha-256=:…:`, the SHA-256 of the document. */
  digest?: string | undefined;
  /** Everything that is decided on, as JSON text. */
  document?: string | undefined;
}

/**
 * Verifies that a digest is that of the document beside it, so that an approval by digest approves the document. Read
 * the document only after that, and keep its digits: it may hold numbers that a double would change.
 * @returns the document
 * @throws {DigestMismatchError} if it is of another document, or one of them is missing
 */
export async function verifyDigest({ digest, document }: Digested): Promise<string> {
  if (digest === undefined || document === undefined)
    throw new DigestMismatchError('there is no digest, or no document');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(document));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  if (digest !== `sha-256=:${base64}:`) throw new DigestMismatchError('the digest is of another document');
  return document;
}
