import { randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import type { SigningKey } from '#contract/signing-key.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { type Acting, audited } from '../audit/record.ts';
import type { KeyMaterial, SigningKeyDocument } from '../documents/signing-key.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt, newId, newSigningKeyId } from '../mongo/ids.ts';
import { newestPage } from '../mongo/page.ts';
import { lifeOf, makerOf } from './key-use.ts';
import type { Keyring, Place } from './encryption.ts';

const secretPlace = (id: string): Place => ['signing_keys', id, 'secret'];

/** A new HS256 secret: 256 random bits as 43 base64url characters. */
export function newSigningSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Adds a signing key to a workspace. A secret is encrypted. Default `kid`: a new one. */
export async function insertSigningKey(
  db: Database,
  keyring: Keyring,
  acting: Acting,
  material: KeyMaterial,
  {
    name,
    kid = newSigningKeyId(),
    id = newId(),
  }: { name?: string | undefined; kid?: string; id?: string } = {},
): Promise<SigningKeyDocument> {
  const document: SigningKeyDocument = {
    _id: id,
    workspace_id: acting.workspace_id,
    kid,
    ...defined({ name }),
    created_at: madeAt(id),
    ...makerOf(acting),
    ...(material.algorithm === 'HS256'
      ? { algorithm: material.algorithm, secret: keyring.encrypt(secretPlace(id), material.secret) }
      : material),
  };
  const { algorithm } = material;
  await audited(
    db,
    acting,
    async (session) => await db.signing_keys.insertOne(document, { session }),
    () => ({ type: 'signing_key.created', target: { kind: 'signing_key', id: kid }, details: { algorithm } }),
  );
  return document;
}

/** The key that a token refers to, of any workspace; null if there is none. */
export async function findSigningKeyByKid(db: Database, kid: string): Promise<SigningKeyDocument | null> {
  return await db.signing_keys.findOne({ kid });
}

export async function findSigningKey(
  db: Database,
  workspaceId: string,
  kid: string,
): Promise<SigningKeyDocument | null> {
  return await db.signing_keys.findOne({ kid, workspace_id: workspaceId });
}

/** The signing key with a document id, which clients do not know; null if there is none. */
export async function findSigningKeyOfId(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<SigningKeyDocument | null> {
  return await db.signing_keys.findOne({ _id: id, workspace_id: workspaceId });
}

/** Signing keys, newest first. The position is the last document's id. */
export async function listSigningKeys(
  db: Database,
  workspaceId: string,
  limit: number,
  after?: string,
): Promise<Page<SigningKeyDocument, string>> {
  return await newestPage(db.signing_keys, { workspace_id: workspaceId }, limit, after);
}

/** Revokes a key and its tokens. False if there is no such key. */
export async function deleteSigningKey(db: Database, acting: Acting, kid: string): Promise<boolean> {
  const own = { kid, workspace_id: acting.workspace_id };
  const remove = async (session: ClientSession) => {
    const { deletedCount } = await db.signing_keys.deleteOne(own, { session });
    return deletedCount === 1;
  };
  return await audited(db, acting, remove, (isDeleted) =>
    isDeleted ? { type: 'signing_key.deleted', target: { kind: 'signing_key', id: kid } } : undefined,
  );
}

/**
 * The key material that verifies the tokens of a key.
 * @throws {DecryptionError} if its secret cannot be decrypted
 */
export function keyMaterial(keyring: Keyring, document: SigningKeyDocument): KeyMaterial {
  if (document.algorithm !== 'HS256') {
    return { algorithm: document.algorithm, public_jwk: document.public_jwk };
  }
  return { algorithm: 'HS256', secret: keyring.decrypt(secretPlace(document._id), document.secret) };
}

export function toSigningKey(document: SigningKeyDocument): SigningKey {
  const { kid, algorithm, name, created_at } = document;
  return {
    id: kid,
    algorithm,
    ...(algorithm === 'HS256' ? {} : { public_jwk: document.public_jwk }),
    ...defined({ name }),
    created_at: toTimestamp(created_at),
    ...lifeOf(document),
  };
}
