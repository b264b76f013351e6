import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { PublicJwk } from '#contract/signing-key.ts';

/**
 * The public key of a passkey as a JWK.
 * @param publicKey in COSE
 * @throws {Error} if it is of another kind than ES256, Ed25519 and RS256
 */
export function publicJwkOf(publicKey: Uint8Array<ArrayBuffer>): PublicJwk {
  const key = decodeCredentialPublicKey(publicKey);
  if (cose.isCOSEPublicKeyEC2(key)) {
    return PublicJwk.parse({
      kty: 'EC',
      crv: key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256 ? 'P-256' : undefined,
      x: text(key.get(cose.COSEKEYS.x)),
      y: text(key.get(cose.COSEKEYS.y)),
    });
  }
  if (cose.isCOSEPublicKeyOKP(key)) {
    return PublicJwk.parse({
      kty: 'OKP',
      crv: key.get(cose.COSEKEYS.crv) === cose.COSECRV.ED25519 ? 'Ed25519' : undefined,
      x: text(key.get(cose.COSEKEYS.x)),
    });
  }
  if (cose.isCOSEPublicKeyRSA(key)) {
    return PublicJwk.parse({
      kty: 'RSA',
      n: text(key.get(cose.COSEKEYS.n)),
      e: text(key.get(cose.COSEKEYS.e)),
    });
  }
  throw new Error('the key is of no kind that is allowed');
}

function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('base64url');
}
