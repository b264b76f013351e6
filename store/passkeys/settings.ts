import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { NewPasskeySettings } from '#contract/passkey-settings.ts';
import { toJsonText } from '#contract/json-text.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import type { PasskeySettingsDocument } from '../documents/passkey.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { Database } from '../mongo/database.ts';

/** The relying party that a workspace has set; null if it has set none. */
export async function readPasskeySettings(
  db: Database,
  workspaceId: string,
): Promise<PasskeySettingsDocument | null> {
  return await db.passkey_settings.findOne({ _id: workspaceId });
}

/**
 * Replaces the settings of a workspace.
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function writePasskeySettings(
  db: Database,
  acting: Acting,
  wanted: NewPasskeySettings,
): Promise<PasskeySettingsDocument> {
  const { settings } = await changeAlone(
    db,
    acting,
    'passkeys',
    async (session) => await writePasskeySettingsIn(db, session, acting, wanted),
    ({ isChanged }) => isChanged,
  );
  return settings;
}

/** Replaces the settings in a transaction. */
export async function writePasskeySettingsIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  { rp_id, origins }: NewPasskeySettings,
): Promise<{ settings: PasskeySettingsDocument; isChanged: boolean }> {
  const { workspace_id: _id } = acting;
  const before = await db.passkey_settings.findOne({ _id }, { session });
  const { _id: _, updated_at: __, ...earlier } = before ?? { _id, updated_at: undefined };
  const wanted = defined({ rp_id, origins });
  if (before !== null && isDeepStrictEqual(earlier, wanted)) return { settings: before, isChanged: false };
  const settings = { _id, ...wanted, updated_at: new Date() };
  await db.passkey_settings.replaceOne({ _id }, settings, { session, upsert: true });
  await recordAudit(db, session, acting, {
    type: 'settings.changed',
    target: { kind: 'settings', id: 'passkeys' },
    details: { ...wanted },
    contents: { value: toJsonText(wanted) },
  });
  return { settings, isChanged: true };
}
