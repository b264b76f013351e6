import { ApprovalError } from './errors.ts';
import { decodeBase64url } from '../base64url.ts';
import { keyFor, type KeyPurpose, type KeySource } from './keys.ts';

/** A type of what Heddle signs, the purpose of its keys, and the length that none exceeds. */
export interface SignedType {
  typ: string;
  purpose: KeyPurpose;
  mostCharacters: number;
}

const approvals: SignedType = { typ: 'approval+jwt', purpose: 'approvals', mostCharacters: 128 * 1024 };

/** The content of something whose signature is right. */
export interface SignedClaims {
  /** The workspace in whose name it was signed. */
  workspace: string | undefined;
  claims: Record<string, unknown>;
}

/**
 * Reads a compact JWS (RFC 7515) of a type, by default `approval+jwt`.
 * @throws {ApprovalError} if it is of another form, type or algorithm, or not signed by a key of its purpose
 */
export async function readJws(
  jws: string,
  keys: KeySource,
  { typ: expected, purpose, mostCharacters }: SignedType = approvals,
): Promise<SignedClaims> {
  const parts = jws.length > mostCharacters ? [] : jws.split('.');
  const [head = '', body = '', signed = ''] = parts;
  const header = decodeJson(head);
  const claims = decodeJson(body);
  const signature = decodeBase64url(signed);
  if (parts.length !== 3 || header === undefined || claims === undefined || signature === undefined)
    throw new ApprovalError('malformed_approval', 'it is no compact JWS');
  const { alg, typ, kid, crit, workspace } = header;
  if (alg !== 'EdDSA') throw new ApprovalError('invalid_algorithm', 'its algorithm is not EdDSA');
  if (typ !== expected) throw new ApprovalError('invalid_type', `it is no ${expected}`);
  if (crit !== undefined || typeof kid !== 'string')
    throw new ApprovalError('malformed_approval', `its header is not that of ${expected}`);
  const key = await keyFor(keys, kid, purpose);
  const text = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, text)))
    throw new ApprovalError('invalid_signature', 'the signature is not of the key');
  return { workspace: typeof workspace === 'string' ? workspace : undefined, claims };
}

/** The object in a part of a JWS; undefined if there is none. */
export function decodeJson(part: string): Record<string, unknown> | undefined {
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
