import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, it } from 'vitest';
import { verifyAssertion, verifyRegistration } from '#adapters/webauthn/verify.ts';
import { hasSigned, signatureFault } from '#contract/verify-signature.ts';
import {
  origin,
  publishedVector,
  rpIdHash,
  sha256,
  type Vector,
  type VectorName,
} from './published-vectors.ts';

const hashes: [VectorName, clientData: string, signature: string][] = [
  [
    'none.ES256',
    '676a6e380fd31ea5710705c7be1ac4889b037895d0a25291f51251b7d7b1df02',
    'e6b84e03104e4fc5f59dee5f5bab455b61775d2725e21d87c11e894815b36119',
  ],
  [
    'none.ES256.long-credential-id',
    '29330151c4baa26d2f6eff75dfae3f1e3dbcab8948f03e6c96226f0216d8cfbd',
    '8a535737a42267202487c63354aeb8e4eba349605a3708533ff707fb0a49605f',
  ],
  [
    'packed.RS256',
    '8d3c241da41b4168d77931bd9107be029e1f0a68c58c8687eadc7187174dd3c9',
    '5968d9d3a20c517688fe7e7c8d8d8bbc8436d9572f3a3c02b84d99abfeff25e7',
  ],
  [
    'packed.EdDSA',
    '4add3082a15ab4595b58820e913a01c0b5a0651b27ab54f8ce87959fb5a4ccfc',
    '63cdbd608d9eae1bcbff5a3fcb2e1472a2807b7f5d1a01d6385860c603ed3e96',
  ],
];

const credentialOf = ({ credentialId, assertion }: Vector) => ({
  id: credentialId.toString('base64url'),
  rawId: credentialId.toString('base64url'),
  type: 'public-key' as const,
  response: {
    clientDataJSON: assertion.clientDataJSON.toString('base64url'),
    authenticatorData: assertion.authenticatorData.toString('base64url'),
    signature: assertion.signature.toString('base64url'),
  },
});

it.each(hashes)('[passkey.vectors] %s verifies without the service', async (name, clientData, signature) => {
  const vector = publishedVector(name);
  const { assertion, publicKey } = vector;
  expect(sha256(assertion.clientDataJSON).toString('hex')).toBe(clientData);
  expect(sha256(assertion.signature).toString('hex')).toBe(signature);
  const credential = credentialOf(vector);
  expect(await hasSigned(credential, publicKey)).toBe(true);
  const isVerified = name === 'none.ES256.long-credential-id';
  const { challenge } = assertion;
  expect(await signatureFault(credential, publicKey, challenge)).toBe(
    isVerified ? undefined : 'user_not_verified',
  );
  const { publicKey: another } = publishedVector(name === 'none.ES256' ? 'packed.RS256' : 'none.ES256');
  expect(await hasSigned(credential, another)).toBe(false);
});

/** The attestation object of the registration: an ES256 key without attestation. */
function attestationOf({ publicKey, credentialId, registration }: Vector): Buffer {
  if (publicKey.kty !== 'EC') throw new Error('the key is no ES256 key');
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(publicKey.x)],
    [-3, bytes(publicKey.y)],
  ]);
  const authData = Buffer.concat([
    rpIdHash(),
    Buffer.from([registration.flags, 0, 0, 0, 0]),
    registration.aaguid,
    Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]),
    credentialId,
    isoCBOR.encode(cose),
  ]);
  const members = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', new Uint8Array(authData)],
  ]);
  return Buffer.from(isoCBOR.encode(members as never));
}

it.each<[VectorName, attestation: string]>([
  ['none.ES256', 'c0aa49c57f59765c9f47e6000c04dfe66547a3bd2a6e003a82e336a6e569cb7f'],
  ['none.ES256.long-credential-id', 'c70087bde55d1a8207667876cfe14924d9caf8f522a9db4c7493ea9f3b5e4e5b'],
])(
  '[passkey.vectors] %s is registered and verified by the service, if its user was verified',
  async (name, hash) => {
    const vector = publishedVector(name);
    const { registration } = vector;
    const attestation = attestationOf(vector);
    expect(sha256(attestation).toString('hex')).toBe(hash);
    const { id, rawId, type } = credentialOf(vector);
    const expected = { origins: [origin], rpId: 'example.org' };
    const key = await verifyRegistration(
      {
        id,
        rawId,
        type,
        response: {
          clientDataJSON: registration.clientDataJSON.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      },
      { ...expected, challenge: registration.challenge },
    );
    const isVerified = (registration.flags & 0x04) !== 0;
    expect(key?.public_jwk).toEqual(isVerified ? vector.publicKey : undefined);
    if (key === undefined) return;
    const { challenge } = vector.assertion;
    const answered = await verifyAssertion(credentialOf(vector), key, { ...expected, challenge });
    expect(answered).toBe(0);
    const other = { ...expected, challenge, origins: ['https://example.com'] };
    expect(await verifyAssertion(credentialOf(vector), key, other)).toBeUndefined();
  },
);
