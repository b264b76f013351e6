import { invalidField } from '#contract/errors.ts';
import { CreatedSigningKey, NewSigningKey, PublicJwk } from '#contract/signing-key.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import {
  findSigningKeyOfId,
  insertSigningKey,
  keyMaterial,
  newSigningSecret,
  signingKeyDocument,
  toSigningKey,
} from '#store/credentials/signing-keys.ts';
import type { KeyMaterial, SigningKeyDocument } from '#store/documents/signing-key.ts';
import type { Database } from '#store/mongo/database.ts';
import { verificationKey } from '../../http/authentication/verification-key.ts';
import { refusePassingCredentials } from '../../http/authentication/refuse-passing-credentials.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const createSigningKey = endpoint({
  operation: 'createSigningKey',
  summary: 'Register a public key for session tokens, or create an HS256 secret',
  method: 'post',
  path: '/v1/signing-keys',
  access: 'management',
  admit: refusePassingCredentials,
  noun: 'signing key',
  role: 'admin',
  body: NewSigningKey,
  status: 201,
  proposes: true,
  data: CreatedSigningKey,
  async handle({ db, keyring }: { db: Database; keyring: Keyring }, call) {
    const { caller, body, resource } = call;
    const { id, mayExist } = resource;
    const made = mayExist ? await findSigningKeyOfId(db, caller.workspace_id, id) : null;
    if (made !== null) return { data: shown(made, keyMaterial(keyring, made)) };
    const material = await keyMaterialOf(body);
    const { name } = body;
    const signing_key = signingKeyDocument(keyring, caller, material, { name, id });
    const secret = material.algorithm === 'HS256' ? material.secret : undefined;
    return await orPropose(
      db,
      call,
      () => ({
        operation: 'createSigningKey',
        target: signing_key.kid,
        body,
        sealed: { signing_key },
        secret,
      }),
      async () => {
        await insertSigningKey(db, caller, signing_key);
        return { data: shown(signing_key, material) };
      },
    );
  },
});

function shown(document: SigningKeyDocument, material: KeyMaterial): CreatedSigningKey {
  return {
    ...toSigningKey(document),
    ...(material.algorithm === 'HS256' ? { secret: material.secret } : {}),
  };
}

/**
 * @throws {ServiceError} `invalid_request` for a JWK that is not a key for the algorithm, such as a point off its curve
 */
async function keyMaterialOf(body: NewSigningKey): Promise<KeyMaterial> {
  if (body.algorithm === 'HS256') return { algorithm: 'HS256', secret: newSigningSecret() };
  // Parsed again to keep only the members that make up the key.
  const material = { algorithm: body.algorithm, public_jwk: PublicJwk.parse(body.public_jwk) };
  try {
    await verificationKey(material);
  } catch {
    throw invalidField('public_jwk', `must be a public key for ${body.algorithm}; RSA from 2,048 bits`);
  }
  return material;
}
