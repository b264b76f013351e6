import { z } from 'zod';
import { CredentialName } from './credential-name.ts';
import { SigningKeyId } from './ids.ts';
import { KeyLife } from './key-life.ts';
import { Timestamp } from './timestamp.ts';

/** Signing keys, with which a workspace's backend signs session tokens (signing-key.*). */

/** 1,024 bytes in base64url. A longer modulus would make each verification slow. */
const longestModulus = 1366;

/** 32 bytes: a coordinate of a point. */
const Coordinate = z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url');
const Modulus = z
  .string()
  .max(longestModulus)
  .regex(/^[\w-]+$/, 'must be base64url')
  .meta({ description: 'From 2,048 to 8,192 bits.' });

/**
 * Present in a private or secret JWK. A client that sends one by mistake gets an error, and the value is not stored.
 */
const secretMember = z.never('must not be sent: only the public half of a key is registered').optional();
const secretMembers = {
  d: secretMember,
  k: secretMember,
  p: secretMember,
  q: secretMember,
  dp: secretMember,
  dq: secretMember,
  qi: secretMember,
  oth: secretMember,
};

const Ed25519Jwk = z
  .object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: Coordinate })
  .meta({ id: 'Ed25519Jwk' });
const P256Jwk = z
  .object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: Coordinate, y: Coordinate })
  .meta({ id: 'P256Jwk' });
/** Only the usual exponent, because a long one would make each verification slow. */
const RsaJwk = z.object({ kty: z.literal('RSA'), n: Modulus, e: z.literal('AQAB') }).meta({ id: 'RsaJwk' });

/** A public key as a JWK, with only the members that make it up. */
export const PublicJwk = z.discriminatedUnion('kty', [Ed25519Jwk, P256Jwk, RsaJwk]).meta({ id: 'PublicJwk' });
export type PublicJwk = z.infer<typeof PublicJwk>;

/** Further members of a JWK that are checked. They are not stored, and neither is any other member. */
const purpose = (...algorithms: [string, ...string[]]) => ({
  ...secretMembers,
  alg: z.enum(algorithms).optional(),
  use: z.literal('sig').optional(),
});

/** Body of `POST /v1/signing-keys`. */
export const NewSigningKey = z
  .discriminatedUnion('algorithm', [
    z
      .strictObject({
        algorithm: z.literal('EdDSA'),
        public_jwk: Ed25519Jwk.extend(purpose('EdDSA', 'Ed25519')).meta({ id: 'NewEd25519Jwk' }),
        name: CredentialName.optional(),
      })
      .meta({ id: 'NewEdDsaSigningKey' }),
    z
      .strictObject({
        algorithm: z.literal('ES256'),
        public_jwk: P256Jwk.extend(purpose('ES256')).meta({ id: 'NewP256Jwk' }),
        name: CredentialName.optional(),
      })
      .meta({ id: 'NewEs256SigningKey' }),
    z
      .strictObject({
        algorithm: z.literal('RS256'),
        public_jwk: RsaJwk.extend(purpose('RS256')).meta({ id: 'NewRsaJwk' }),
        name: CredentialName.optional(),
      })
      .meta({ id: 'NewRs256SigningKey' }),
    z
      .strictObject({ algorithm: z.literal('HS256'), name: CredentialName.optional() })
      .meta({ id: 'NewHs256SigningKey' }),
  ])
  .meta({ id: 'NewSigningKey' });
export type NewSigningKey = z.infer<typeof NewSigningKey>;

/** A signing key as it is listed, without its secret. */
export const SigningKey = z
  .object({
    id: SigningKeyId.meta({ description: 'The `kid` in the header of tokens.' }),
    algorithm: z.enum(['EdDSA', 'ES256', 'RS256', 'HS256']).meta({ id: 'SigningAlgorithm' }),
    public_jwk: PublicJwk.optional().meta({ description: 'Absent with `HS256`.' }),
    name: z.string().optional(),
    created_at: Timestamp,
    ...KeyLife.shape,
  })
  .meta({ id: 'SigningKey' });
export type SigningKey = z.infer<typeof SigningKey>;

/** The response to the creation of a signing key (201). */
export const CreatedSigningKey = SigningKey.extend({
  secret: z.string().optional().meta({
    description:
      'With `HS256`, shown only this once. The key is this text itself, as UTF-8. It is not decoded.',
  }),
}).meta({ id: 'CreatedSigningKey' });
export type CreatedSigningKey = z.infer<typeof CreatedSigningKey>;

/** The response to the deletion of a signing key. */
export const DeletedSigningKey = z.object({ id: SigningKeyId }).meta({ id: 'DeletedSigningKey' });
export type DeletedSigningKey = z.infer<typeof DeletedSigningKey>;
