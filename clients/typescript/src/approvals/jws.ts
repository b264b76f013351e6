import { ApprovalError } from './errors.ts';
import { keyFor, type KeySource } from './keys.ts';

/** No approval is larger. */
const mostCharacters = 128 * 1024;

/** The content of an approval whose signature is right. */
export interface SignedClaims {
  /** The workspace in whose name it was signed. */
  workspace: string | undefined;
  claims: Record<string, unknown>;
}

/**
 * Reads a compact JWS (RFC 7515) of the type `approval+jwt`.
 * @throws {ApprovalError} if it is of another form, type or algorithm, or not signed by a key for approvals
 */
export async function readJws(jws: string, keys: KeySource): Promise<SignedClaims> {
  const parts = jws.length > mostCharacters ? [] : jws.split('.');
  const [head = '', body = '', signed = ''] = parts;
  const header = objectOf(head);
  const claims = objectOf(body);
  const signature = decodeBase64url(signed);
  if (parts.length !== 3 || header === undefined || claims === undefined || signature === undefined)
    throw new ApprovalError('malformed_approval', 'it is no compact JWS');
  const { alg, typ, kid, crit, workspace } = header;
  if (alg !== 'EdDSA') throw new ApprovalError('invalid_algorithm', 'its algorithm is not EdDSA');
  if (typ !== 'approval+jwt') throw new ApprovalError('invalid_type', 'it is no approval+jwt');
  if (crit !== undefined || typeof kid !== 'string')
    throw new ApprovalError('malformed_approval', 'its header is not that of an approval');
  const key = await keyFor(keys, kid);
  const text = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, text)))
    throw new ApprovalError('invalid_signature', 'the signature is not of the key');
  return { workspace: typeof workspace === 'string' ? workspace : undefined, claims };
}

function objectOf(part: string): Record<string, unknown> | undefined {
  const bytes = decodeBase64url(part);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes of base64url without padding; undefined if it is none. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export function encodeBase64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
