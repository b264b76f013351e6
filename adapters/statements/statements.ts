import { CompactSign, compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { statementKey, type StatementJwk, type StatementKey } from './statement-keys.ts';

/** The types of statements, as in the header's `typ`. */
export const statementTypes = { head: 'audit-head+json', receipt: 'call-receipt+json' } as const;
export type StatementType = (typeof statementTypes)[keyof typeof statementTypes];

/** Signs statements with the deployment's key, as compact JWS (RFC 7515). */
export class Statements {
  readonly #first: StatementKey;
  /** The public keys: the first one signs, and all of them verify. */
  readonly jwks: { keys: StatementJwk[] };

  /** @param keys the encryption keys of the deployment; the first one signs */
  constructor(keys: readonly { key: Buffer }[]) {
    const derived = keys.map(({ key }) => statementKey(key));
    const [first] = derived;
    if (first === undefined) throw new Error('no key to sign with');
    this.#first = first;
    this.jwks = { keys: derived.map(({ jwk }) => jwk) };
  }

  async sign(typ: StatementType, payload: object): Promise<string> {
    const { privateKey, jwk } = this.#first;
    return await new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: jwk.alg, kid: jwk.kid, typ })
      .sign(privateKey);
  }
}

/**
 * Reads a signed statement.
 * @throws {Error} if it is not signed by one of the keys, or is of another type
 */
export async function readStatement(
  jwks: { keys: readonly object[] },
  typ: StatementType,
  jws: string,
): Promise<unknown> {
  const keys = createLocalJWKSet(jwks as JSONWebKeySet);
  const { payload, protectedHeader } = await compactVerify(jws, keys, { algorithms: ['EdDSA'] });
  if (protectedHeader.typ !== typ) throw new Error(`the statement is no ${typ}`);
  return JSON.parse(Buffer.from(payload).toString());
}
