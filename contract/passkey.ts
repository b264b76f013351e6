import { z } from 'zod';
import { CredentialName } from './credential-name.ts';
import { Via } from './credential.ts';
import { DecisionStatement } from './decision-statement.ts';
import { Actor, Uuid } from './ids.ts';
import { PublicJwk } from './signing-key.ts';
import { Timestamp } from './timestamp.ts';

/** Passkeys (WebAuthn), with which people sign their decisions (passkey.*). */

/** How long a challenge may be answered. */
export const challengeSeconds = 300;

/** The COSE algorithms of a passkey: ES256, EdDSA with Ed25519, RS256. */
export const passkeyAlgorithms = [-7, -8, -257] as const;

const base64url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/, 'must be base64url');

/** 1,023 bytes, the longest that an authenticator may give. */
const CredentialId = base64url(1364);
const ClientData = base64url(4096);

/** A response of `navigator.credentials.create()`, as its `toJSON()` gives it. Other members are ignored. */
export const RegistrationCredential = z
  .object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response: z
      .object({
        clientDataJSON: ClientData,
        attestationObject: base64url(16_384),
        transports: z.array(z.string().max(32)).max(16).optional(),
      })
      .meta({ id: 'PasskeyAttestationResponse' }),
  })
  .meta({ id: 'PasskeyRegistration' });
export type RegistrationCredential = z.infer<typeof RegistrationCredential>;

/** A response of `navigator.credentials.get()`, as its `toJSON()` gives it. Other members, such as `userHandle`, are ignored. */
export const AssertionCredential = z
  .object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response: z
      .object({
        clientDataJSON: ClientData,
        authenticatorData: base64url(2048),
        signature: base64url(2048),
      })
      .meta({ id: 'PasskeyAssertionResponse' }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type AssertionCredential = z.infer<typeof AssertionCredential>;

/** 32 bytes. */
export const ChallengeId = z.string().regex(/^[\w-]{43}$/, 'must be the id of a challenge');

/** The signature of a decision. */
export const Assertion = z.strictObject({ challenge_id: ChallengeId, credential: AssertionCredential }).meta({
  id: 'Assertion',
  description:
    "The response of the actor's passkey to a challenge for exactly these items and this decision, which each need their `digest`.",
});
export type Assertion = z.infer<typeof Assertion>;

/** Body of `POST /v1/passkeys`. */
export const NewPasskey = z
  .strictObject({
    name: CredentialName,
    credential: RegistrationCredential,
    assertion: z
      .strictObject({ challenge_id: ChallengeId.optional(), credential: AssertionCredential })
      .optional()
      .meta({
        id: 'PasskeyConsent',
        description:
          'For a second passkey and later ones: the response of one of the actor’s passkeys to the same `challenge`. ' +
          'Without it, another actor has to approve the new one.',
      }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof NewPasskey>;

const Thumbprint = z
  .string()
  .meta({ description: 'Thumbprint of the public key (RFC 7638, SHA-256, base64url).' });

/** A passkey that has not been revoked. */
export const Passkey = z
  .object({
    id: Uuid,
    actor: Actor,
    name: z.string(),
    thumbprint: Thumbprint,
    rp_id: z.string().meta({ description: 'The domain for which it was made.' }),
    enrolled_via: Via.meta({ description: 'How its owner was known when it was enrolled.' }),
    created_at: Timestamp,
    last_used_at: Timestamp.optional(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

/** The response to the revocation of a passkey. */
export const RevokedPasskey = z.object({ id: Uuid, revoked_at: Timestamp }).meta({ id: 'RevokedPasskey' });

const CredentialDescriptor = z
  .object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()).optional() })
  .meta({ id: 'PasskeyDescriptor' });

/** Options for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(CredentialDescriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

/** Options for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    allowCredentials: z.array(CredentialDescriptor),
    userVerification: z.literal('required'),
    timeout: z.int(),
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** The fields of a signed decision: the statement, the response of the passkey, and its public key. */
export const signatureFields = {
  passkey_id: Uuid,
  thumbprint: Thumbprint,
  credential_id: z.string(),
  enrolled_via: Via,
  public_key: PublicJwk,
  statement: DecisionStatement,
  assertion: AssertionCredential,
};

/** The signature of a decision, as it is stored and shown. */
export const PasskeySignature = z.object(signatureFields).meta({ id: 'PasskeySignature' });
export type PasskeySignature = z.infer<typeof PasskeySignature>;
