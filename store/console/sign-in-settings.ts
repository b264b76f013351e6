import { isDeepStrictEqual } from 'node:util';
import { defined } from '#contract/defined.ts';
import type { NewConsoleSignIn } from '#contract/console-sign-in.ts';
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
 * Replaces the settings of a workspace, and so ends the sessions that the earlier ones opened. Equal settings change
 * nothing.
 * @param before the settings that the new ones were checked against
 * @returns undefined if somebody else changed them meanwhile
 */
export async function writeSignInSettings(
  db: Database,
  keyring: Keyring,
  { workspaceId, before }: { workspaceId: string; before: ConsoleSignInDocument | null },
  { client_secret, roles_claim, roles, ...settings }: NewConsoleSignIn & { client_secret: string },
): Promise<ConsoleSignInDocument | undefined> {
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
  const document: ConsoleSignInDocument = {
    _id: workspaceId,
    sign_in_id: newId(),
    ...shown,
    client_secret: keyring.encrypt(place(workspaceId), client_secret),
    updated_at: new Date(),
  };
  if (before === null) {
    // A condition that no document meets, so that a concurrent first one is seen as a change.
    const { upsertedCount } = await db.console_sign_ins.updateOne(
      { _id: workspaceId },
      { $setOnInsert: withoutId(document) },
      { upsert: true },
    );
    return upsertedCount === 1 ? document : undefined;
  }
  const { matchedCount } = await db.console_sign_ins.replaceOne(
    { _id: workspaceId, sign_in_id: before.sign_in_id },
    withoutId(document),
  );
  return matchedCount === 1 ? document : undefined;
}

/** Removes the settings of a workspace, and so ends the sessions that they opened. Returns whether there were any. */
export async function deleteSignInSettings(db: Database, workspaceId: string): Promise<boolean> {
  const { deletedCount } = await db.console_sign_ins.deleteOne({ _id: workspaceId });
  return deletedCount === 1;
}

function withoutId({ _id, ...rest }: ConsoleSignInDocument): Omit<ConsoleSignInDocument, '_id'> {
  return rest;
}

function isSame(
  { _id, sign_in_id, client_secret, updated_at, ...before }: ConsoleSignInDocument,
  shown: object,
): boolean {
  return isDeepStrictEqual(before, shown);
}
