import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { NewConsoleSignIn } from '#contract/console-sign-in.ts';
import { toJsonText } from '#contract/json-text.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';
import type { ConsoleSignInDocument } from '../documents/console-sign-in.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';

const place = (workspaceId: string): Place => ['console_sign_ins', workspaceId, 'client_secret'];

/** How people of a workspace sign in; null if nothing is set up. */
export async function findSignInSettings(
  db: Database,
  workspaceId: string,
): Promise<ConsoleSignInDocument | null> {
  return await db.console_sign_ins.findOne({ _id: workspaceId });
}

/**
 * The secret of the client at the provider.
 * @throws {DecryptionError} if it cannot be decrypted
 */
export function clientSecretOf(keyring: Keyring, { _id, client_secret }: ConsoleSignInDocument): string {
  return keyring.decrypt(place(_id), client_secret);
}

/**
 * The settings of a workspace as they are to be stored.
 * @returns those of before if they are equal
 */
export function signInDocument(
  keyring: Keyring,
  { workspace_id }: Acting,
  before: ConsoleSignInDocument | null,
  { client_secret, roles_claim, roles, ...settings }: NewConsoleSignIn & { client_secret: string },
): ConsoleSignInDocument {
  const shown = {
    ...settings,
    ...defined({ roles_claim }),
    roles: Object.entries(roles)
      .map(([value, role]) => ({ value, role }))
      .toSorted((one, other) => (one.value < other.value ? -1 : 1)),
  };
  if (before !== null && isSame(before, shown) && clientSecretOf(keyring, before) === client_secret) {
    return before;
  }
  return {
    _id: workspace_id,
    sign_in_id: newId(),
    ...shown,
    client_secret: keyring.encrypt(place(workspace_id), client_secret),
    updated_at: new Date(),
  };
}

/**
 * Replaces the settings of a workspace, and so ends the sessions that the earlier ones opened.
 * @param before the settings that the new ones were checked against
 * @returns false if somebody else changed them meanwhile
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function writeSignInSettings(
  db: Database,
  acting: Acting,
  before: ConsoleSignInDocument | null,
  document: ConsoleSignInDocument,
): Promise<boolean> {
  const write = async (session: ClientSession) =>
    await writeSignInSettingsIn(db, session, acting, before, document);
  return await changeAlone(db, acting, 'credentials', write, (isWritten) => isWritten);
}

/** Replaces the settings in a transaction. False if they were not those of before. */
export async function writeSignInSettingsIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  before: ConsoleSignInDocument | null,
  document: ConsoleSignInDocument,
): Promise<boolean> {
  if (!(await replace(db, session, before, document))) return false;
  const { _id, sign_in_id: __, client_secret: ___, updated_at: ____, ...shown } = document;
  await recordAudit(db, session, acting, { ...changed, contents: { value: toJsonText(shown) } });
  return true;
}

/**
 * Removes the settings of a workspace, and so ends the sessions that they opened. Returns whether there were any.
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function deleteSignInSettings(db: Database, acting: Acting): Promise<boolean> {
  const remove = async (session: ClientSession) => await deleteSignInSettingsIn(db, session, acting);
  return await changeAlone(db, acting, 'credentials', remove, (isDeleted) => isDeleted);
}

/** Removes the settings in a transaction. */
export async function deleteSignInSettingsIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
): Promise<boolean> {
  const { deletedCount } = await db.console_sign_ins.deleteOne({ _id: acting.workspace_id }, { session });
  if (deletedCount === 0) return false;
  await recordAudit(db, session, acting, { ...changed, contents: { value: toJsonText({}) } });
  return true;
}

/** The audit entry. */
const changed = { type: 'settings.changed', target: { kind: 'settings', id: 'console_sign_in' } } as const;

/** Whether the settings were still those of before. */
async function replace(
  db: Database,
  session: ClientSession,
  before: ConsoleSignInDocument | null,
  { _id, ...document }: ConsoleSignInDocument,
): Promise<boolean> {
  if (before === null) {
    // Inserts, or changes nothing.
    const insert = { $setOnInsert: document };
    const { upsertedCount } = await db.console_sign_ins.updateOne({ _id }, insert, { session, upsert: true });
    return upsertedCount === 1;
  }
  const asBefore = { _id, sign_in_id: before.sign_in_id };
  return (await db.console_sign_ins.replaceOne(asBefore, document, { session })).matchedCount === 1;
}

function isSame(before: ConsoleSignInDocument, shown: object): boolean {
  const { issuer, client_id, ref_claim, roles_claim, roles, keys_may_sign_in } = before;
  return isDeepStrictEqual(
    { issuer, client_id, ref_claim, ...defined({ roles_claim }), roles, keys_may_sign_in },
    shown,
  );
}
