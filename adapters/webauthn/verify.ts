import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import {
  type AssertionCredential,
  passkeyAlgorithms,
  type RegistrationCredential,
} from '#contract/passkey.ts';
import type { PublicJwk } from '#contract/signing-key.ts';
import { publicJwkOf } from './public-jwk.ts';

/** Verification of the responses of authenticators (WebAuthn Level 3, 7.1 and 7.2). The user must have been verified. */

/** The challenge, pages and relying party that a response must name. */
export interface Expected {
  /** In base64url. */
  challenge: string;
  origins: readonly string[];
  rpId: string;
}

/** A new key, once the response that brought it has been verified. */
export interface RegisteredKey {
  credential_id: string;
  /** In COSE, in base64url. */
  public_key: string;
  public_jwk: PublicJwk;
  counter: number;
}

/**
 * Verifies the registration of a key.
 * @returns undefined if it does not verify
 */
export async function verifyRegistration(
  { id, rawId, type, response }: RegistrationCredential,
  expected: Expected,
): Promise<RegisteredKey | undefined> {
  const { clientDataJSON, attestationObject } = response;
  try {
    if (isInOtherPage(clientDataJSON)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      ...requirementsOf(expected),
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      public_jwk: publicJwkOf(credential.publicKey),
      counter: credential.counter,
    };
  } catch {
    // The library throws for each fault; which one it was is nothing that the sender needs.
    return undefined;
  }
}

/** A key as it is stored. */
export interface StoredKey {
  credential_id: string;
  /** In COSE, in base64url. */
  public_key: string;
  counter: number;
}

/**
 * Verifies the response of a key to a challenge. Its counter must be above the stored one, unless both are 0.
 * @returns the new counter; undefined if it does not verify
 */
export async function verifyAssertion(
  { id, rawId, type, response }: AssertionCredential,
  { credential_id, public_key, counter }: StoredKey,
  expected: Expected,
): Promise<number | undefined> {
  try {
    if (isInOtherPage(response.clientDataJSON)) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      ...requirementsOf(expected),
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
        counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** The requirements of both kinds of responses. */
function requirementsOf({ challenge, origins, rpId }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    requireUserVerification: true,
  };
}

/** Whether the page was shown inside of another one, which could have covered it. */
function isInOtherPage(clientDataJSON: string): boolean {
  return decodeClientDataJSON(clientDataJSON).crossOrigin === true;
}
