import { randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import type { SigningKey } from '#contract/signing-key.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
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

/** A signing key of a workspace as it is stored: a secret is encrypted. Default `kid`: a new one. */
export function signingKeyDocument(
  keyring: Keyring,
  acting: Acting,
  material: KeyMaterial,
  {
    name,
    kid = newSigningKeyId(),
    id = newId(),
  }: { name?: string | undefined; kid?: string; id?: string } = {},
): SigningKeyDocument {
  return {
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
}

/**
 * Adds a signing key to a workspace.
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function insertSigningKey(
  db: Database,
  acting: Acting,
  document: SigningKeyDocument,
): Promise<void> {
  const insert = async (session: ClientSession) => await insertSigningKeyIn(db, session, acting, document);
  await changeAlone(db, acting, 'credentials', insert);
}

/** Adds a signing key in a transaction. */
export async function insertSigningKeyIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  document: SigningKeyDocument,
): Promise<void> {
  const { kid, algorithm } = document;
  await db.signing_keys.insertOne(document, { session });
  const target = { kind: 'signing_key', id: kid };
  await recordAudit(db, session, acting, { type: 'signing_key.created', target, details: { algorithm } });
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

/**
 * Revokes a key and its tokens. False if there is no such key.
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function deleteSigningKey(db: Database, acting: Acting, kid: string): Promise<boolean> {
  const remove = async (session: ClientSession) => await deleteSigningKeyIn(db, session, acting, kid);
  return await changeAlone(db, acting, 'credentials', remove, (isDeleted) => isDeleted);
}

/** Revokes a key in a transaction. */
export async function deleteSigningKeyIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  kid: string,
): Promise<boolean> {
  const own = { kid, workspace_id: acting.workspace_id };
  const { deletedCount } = await db.signing_keys.deleteOne(own, { session });
  if (deletedCount === 0) return false;
  const target = { kind: 'signing_key', id: kid };
  await recordAudit(db, session, acting, { type: 'signing_key.deleted', target });
  return true;
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
