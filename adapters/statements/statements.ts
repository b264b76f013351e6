import { sign } from 'node:crypto';
import { compactVerify, createLocalJWKSet } from 'jose';
import { parseJson } from '#contract/json.ts';
import {
  keyPurposes,
  type KeyPurpose,
  statementKey,
  type StatementJwk,
  type StatementKey,
} from './statement-keys.ts';

/** The types of statements, as in the header's `typ`. */
export const statementTypes = {
  head: 'audit-head+json',
  receipt: 'call-receipt+json',
  approval: 'approval+jwt',
} as const;
export type StatementType = (typeof statementTypes)[keyof typeof statementTypes];

const purposeOf: Record<StatementType, KeyPurpose> = {
  'audit-head+json': 'statements',
  'call-receipt+json': 'statements',
  'approval+jwt': 'approvals',
};

/** Signs statements with keys of the deployment, as compact JWS (RFC 7515). */
export class Statements {
  readonly #signing: Record<KeyPurpose, StatementKey>;
  /** The public keys. For each purpose, the first one signs, and all of them verify. */
  readonly jwks: { keys: StatementJwk[] };

  /** @param keys the encryption keys of the deployment; the first one signs */
  constructor(keys: readonly { key: Buffer }[]) {
    const [first] = keys;
    if (first === undefined) throw new Error('no key to sign with');
    this.#signing = {
      statements: statementKey(first.key, 'statements'),
      approvals: statementKey(first.key, 'approvals'),
    };
    const derived = keyPurposes.flatMap((purpose) => keys.map(({ key }) => statementKey(key, purpose)));
    this.jwks = { keys: derived.map(({ jwk }) => jwk) };
  }

  /**
   * Takes a twentieth of a millisecond, a third of the time of WebCrypto: each call to a host waits for it.
   * @param header further members of the protected header
   */
  sign(typ: StatementType, payload: object, header: Record<string, string> = {}): string {
    const { privateKey, jwk } = this.#signing[purposeOf[typ]];
    const signed = `${base64url({ alg: jwk.alg, kid: jwk.kid, typ, ...header })}.${base64url(payload)}`;
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  }
}

/**
 * Reads a signed statement.
 * @throws {Error} if it is not signed by one of the keys for its type, or is of another type
 */
export async function readStatement(
  jwks: { keys: readonly object[] },
  typ: StatementType,
  jws: string,
): Promise<unknown> {
  // Keys that were kept from before there were purposes have none.
  const fitting = jwks.keys.filter((key) => !('purpose' in key) || key.purpose === purposeOf[typ]);
  const keys = createLocalJWKSet({ keys: fitting });
  const { payload, protectedHeader } = await compactVerify(jws, keys, { algorithms: ['EdDSA'] });
  if (protectedHeader.typ !== typ) throw new Error(`the statement is not of the type ${typ}`);
  return JSON.parse(Buffer.from(payload).toString());
}

/**
 * The content of a statement, whose signature is not checked.
 * @returns undefined if the text is no JWS
 */
export function decodeStatement(jws: string): unknown {
  const [, payload = ''] = jws.split('.');
  return parseJson(Buffer.from(payload, 'base64url').toString());
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
