import { decodeProtectedHeader, jwtVerify } from 'jose';
import { SigningKeyId } from '#contract/ids.ts';
import {
  clockToleranceSeconds,
  longestSessionSeconds,
  sessionAudience,
  SessionClaims,
} from '#contract/session-token.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import { findSigningKeyByKid, keyMaterial } from '#store/credentials/signing-keys.ts';
import { CredentialCache, type Guard } from './credential-cache.ts';
import { unauthorized } from './errors.ts';
import { type VerificationKey, verificationKey } from './verification-key.ts';

/** The content of a valid token. */
export interface Session {
  /** The workspace that the signing key belongs to. */
  workspace_id: string;
  /** Its key, by which the customer's backend vouches for the subject. */
  signing_key_id: string;
  claims: SessionClaims;
}

interface SigningKey {
  workspace_id: string;
  algorithm: string;
  key: VerificationKey;
}

/** Verifies session tokens (auth.token.*). */
export class SessionTokens {
  readonly #keys: CredentialCache<SigningKey>;

  constructor(db: Database, keyring: Keyring) {
    this.#keys = new CredentialCache<SigningKey>(async (kid) => {
      const document = await findSigningKeyByKid(db, kid);
      if (document === null) return undefined;
      const { workspace_id, algorithm } = document;
      return { workspace_id, algorithm, key: await verificationKey(keyMaterial(keyring, document)) };
    });
  }

  /**
   * A token is either for the API or for one sign-in: its claim `request_jti` must be exactly what is asked for. A token
   * that a browser has for the API, or that was sent to another sign-in, would otherwise connect an MCP client for months.
   * @param guard as {@link CredentialCache.get} takes it
   * @param requestJti of the request token that it answers; undefined for the API, where a token has no such claim
   * @throws {ServiceError} `unauthorized` for any fault of the token; what the guard throws
   */
  async verify(token: string, guard: Guard, requestJti?: string): Promise<Session> {
    const kid = keyIdOf(token);
    const signingKey = kid === undefined ? undefined : await this.#keys.get(kid, guard);
    if (kid === undefined || signingKey === undefined) throw unauthorized();
    const { workspace_id, algorithm, key } = signingKey;
    try {
      const { payload } = await jwtVerify(token, key, {
        // From the key, never from the token: otherwise a caller could have a public key treated as a secret.
        algorithms: [algorithm],
        audience: sessionAudience,
        clockTolerance: clockToleranceSeconds,
        // Also refuses a token from the future.
        maxTokenAge: longestSessionSeconds,
      });
      const claims = SessionClaims.parse(payload);
      if (claims.request_jti === requestJti) return { workspace_id, signing_key_id: kid, claims };
    } catch {
      // Reported like any other fault.
    }
    throw unauthorized();
  }
}

/**
 * The `kid` of the header, if it has the right form. Other members about keys (`jwk`, `jku`, `x5c`) are ignored, and no
 * extension is supported.
 */
function keyIdOf(token: string): string | undefined {
  try {
    const { kid, crit } = decodeProtectedHeader(token);
    return crit === undefined ? SigningKeyId.safeParse(kid).data : undefined;
  } catch {
    return undefined;
  }
}
