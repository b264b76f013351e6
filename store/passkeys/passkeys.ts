import type { ClientSession } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import type { Passkey } from '#contract/passkey.ts';
import { actorKey } from '#contract/same-actor.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { invalidAssertion } from '#engine/rules/passkeys/challenge.ts';
import { type Acting, audited, recordAudit } from '../audit/record.ts';
import type { PasskeyDocument } from '../documents/passkey.ts';
import { isGuarded } from '../four-eyes/settings.ts';
import { SecondActorNeeded } from '../four-eyes/second-actor-needed.ts';
import type { Database } from '../mongo/database.ts';
import { newestPage } from '../mongo/page.ts';

/** The most passkeys of an actor that are offered to a page. */
const mostOffered = 100;

/** An earlier passkey of the same actor, and the counter of the response by which it has agreed to a later one. */
export interface Signer {
  passkey: PasskeyDocument;
  counter: number;
}

/**
 * Enrols a passkey.
 * @param signer the passkey that has agreed to it. Default: none
 * @throws {SecondActorNeeded} for a later one to which no passkey has agreed, and for a first one if the workspace guards passkeys
 * @throws {ServiceError} `invalid_assertion` if its credential is enrolled, or the signer was revoked meanwhile
 */
export async function enrolPasskey(
  db: Database,
  acting: Acting,
  passkey: PasskeyDocument,
  signer?: Signer,
): Promise<void> {
  await db.transaction(async (session) => {
    const { workspace_id, actor_key } = passkey;
    if (signer !== undefined) {
      const { passkey: by, counter } = signer;
      const isFirst = await noteSignature(db, session, by, counter);
      if (!isFirst) throw invalidAssertion('the passkey was revoked, or has signed this before');
    }
    const earlier = await db.passkeys.countDocuments({ workspace_id, actor_key }, { session, limit: 1 });
    await insertPasskeyIn(db, session, acting, passkey);
    const isGuardedFirst = earlier === 0 && (await isGuarded(db, session, workspace_id, 'passkeys'));
    if (isGuardedFirst || (earlier > 0 && signer === undefined)) throw new SecondActorNeeded();
  });
}

/**
 * Stores a passkey in a transaction. If somebody else acts, the audit log names its owner as the subject.
 * @throws {ServiceError} `invalid_assertion` if its credential is enrolled already
 */
export async function insertPasskeyIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  passkey: PasskeyDocument,
): Promise<void> {
  const { _id, workspace_id, actor, actor_key, thumbprint, credential_id, enrolled_via, public_jwk, rp_id } =
    passkey;
  if ((await db.passkeys.findOne({ workspace_id, credential_id }, { session })) !== null)
    throw invalidAssertion('its credential is enrolled already');
  await db.passkeys.insertOne(passkey, { session });
  await recordAudit(db, session, acting, {
    type: 'passkey.enrolled',
    target: { kind: 'passkey', id: _id },
    details: { thumbprint, credential_id, enrolled_via, rp_id, public_key: JSON.stringify(public_jwk) },
    ...(actorKey(acting.actor ?? '') === actor_key ? {} : { subject_ref: actor }),
  });
}

/**
 * Revokes a passkey.
 * @param owner only if it belongs to this actor. Default: any actor
 * @returns when it was revoked; null if there is none that is not revoked
 */
export async function revokePasskey(
  db: Database,
  acting: Acting,
  id: string,
  owner?: string,
): Promise<Date | null> {
  const revoked_at = new Date();
  const { workspace_id } = acting;
  const own = { _id: id, ...notRevoked(workspace_id, owner) };
  const revoked = await audited(
    db,
    acting,
    async (session) =>
      await db.passkeys.findOneAndUpdate(own, { $set: { revoked_at } }, { session, returnDocument: 'after' }),
    (passkey) =>
      passkey === null
        ? undefined
        : {
            type: 'passkey.revoked',
            target: { kind: 'passkey', id },
            details: { thumbprint: passkey.thumbprint, credential_id: passkey.credential_id },
            ...(actorKey(acting.actor ?? '') === passkey.actor_key ? {} : { subject_ref: passkey.actor }),
          },
  );
  return revoked?.revoked_at ?? null;
}

/** The passkeys of an actor that are not revoked, newest first. */
export async function passkeysOf(
  db: Database,
  workspace_id: string,
  actor: string,
): Promise<PasskeyDocument[]> {
  const own = notRevoked(workspace_id, actor);
  return await db.passkeys.find(own).sort({ _id: -1 }).limit(mostOffered).toArray();
}

/** Whether an actor has a passkey that is not revoked. */
export async function hasPasskey(db: Database, workspace_id: string, actor: string): Promise<boolean> {
  const own = notRevoked(workspace_id, actor);
  return (await db.passkeys.findOne(own, { projection: { _id: 1 } })) !== null;
}

/** The passkey of a credential, revoked or not; null if there is none. */
export async function findPasskeyOfCredential(
  db: Database,
  workspace_id: string,
  credential_id: string,
): Promise<PasskeyDocument | null> {
  return await db.passkeys.findOne({ workspace_id, credential_id });
}

export async function findPasskey(
  db: Database,
  workspace_id: string,
  id: string,
): Promise<PasskeyDocument | null> {
  return await db.passkeys.findOne({ _id: id, workspace_id });
}

/**
 * Notes that a passkey has signed, in a transaction.
 * @param counter of the response
 * @returns false if it was revoked meanwhile, or has signed with this counter already
 */
export async function noteSignature(
  db: Database,
  session: ClientSession,
  { _id, workspace_id }: Pick<PasskeyDocument, '_id' | 'workspace_id'>,
  counter: number,
): Promise<boolean> {
  const current = { _id, ...notRevoked(workspace_id), counter: counter === 0 ? 0 : { $lt: counter } };
  const change = { $set: { counter, last_used_at: new Date() } };
  return (await db.passkeys.updateOne(current, change, { session })).matchedCount === 1;
}

/** Passkeys that are not revoked, newest first. The position is the last one's id. */
export async function listPasskeys(
  db: Database,
  { workspace_id, actor }: { workspace_id: string; actor?: string | undefined },
  limit: number,
  after?: string,
): Promise<Page<PasskeyDocument, string>> {
  return await newestPage(db.passkeys, notRevoked(workspace_id, actor), limit, after);
}

/** The passkeys of a workspace, or of one actor, that are not revoked. */
function notRevoked(workspace_id: string, actor?: string) {
  return {
    workspace_id,
    ...(actor === undefined ? {} : { actor_key: actorKey(actor) }),
    revoked_at: { $exists: false },
  };
}

export function toPasskey(document: PasskeyDocument): Passkey {
  const { _id, actor, name, thumbprint, rp_id, enrolled_via, created_at, last_used_at } = document;
  return {
    id: _id,
    actor,
    name,
    thumbprint,
    rp_id,
    enrolled_via,
    created_at: toTimestamp(created_at),
    ...defined({ last_used_at: last_used_at && toTimestamp(last_used_at) }),
  };
}
