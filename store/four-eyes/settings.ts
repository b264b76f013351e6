import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import { type FourEyes, type GuardedKind, guardedKinds } from '#contract/change.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { guardsLess } from '#engine/rules/changes/two-actors.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import type { FourEyesDocument } from '../documents/four-eyes.ts';
import type { Database } from '../mongo/database.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { SecondActorNeeded } from './second-actor-needed.ts';

type Guarded = FourEyesDocument['guarded'];

const nothing = Object.fromEntries(guardedKinds.map((kind) => [kind, false])) as Guarded;

/** The settings of a workspace. */
export async function readFourEyes(db: Database, workspaceId: string): Promise<FourEyes> {
  return toFourEyes(await db.four_eyes.findOne({ _id: workspaceId }));
}

/** Whether two actors have to make changes of a kind, as the transaction sees it. */
export async function isGuarded(
  db: Database,
  session: ClientSession,
  workspaceId: string,
  kind: GuardedKind,
): Promise<boolean> {
  const settings = await db.four_eyes.findOne({ _id: workspaceId }, { session });
  return settings?.guarded[kind] ?? false;
}

/**
 * Replaces the settings, unless they would guard less.
 * @throws {SecondActorNeeded} if they would
 * @throws {ContentionError} if others keep changing them
 */
export async function putFourEyes(db: Database, acting: Acting, guarded: Guarded): Promise<FourEyes> {
  return await retryOnConflict('the settings', async () =>
    db.transaction(async (session) => {
      const { settings, less } = await writeFourEyes(db, session, acting, guarded);
      if (less && acting.credential?.kind !== 'operator') throw new SecondActorNeeded();
      return settings;
    }),
  );
}

/**
 * Replaces the settings in a transaction.
 * @returns the settings, whether they differ from those before, and whether they guard less than those
 * @throws {StaleWriteError} if somebody else made the first ones
 */
export async function writeFourEyes(
  db: Database,
  session: ClientSession,
  acting: Acting,
  guarded: Guarded,
): Promise<{ settings: FourEyes; changed: boolean; less: boolean }> {
  const { workspace_id: _id } = acting;
  const before = await db.four_eyes.findOne({ _id }, { session });
  const earlier = before?.guarded ?? nothing;
  if (isDeepStrictEqual({ ...earlier }, { ...guarded })) {
    return { settings: toFourEyes(before), changed: false, less: false };
  }
  const after = { _id, guarded, version: (before?.version ?? 0) + 1, updated_at: new Date() };
  if (before === null) await insertNew(db.four_eyes, after, { session });
  else await db.four_eyes.replaceOne({ _id }, after, { session });
  await recordAudit(db, session, acting, {
    type: 'settings.changed',
    target: { kind: 'settings', id: 'four_eyes' },
    details: { guarded: guardedKinds.filter((kind) => guarded[kind]) },
  });
  return { settings: toFourEyes(after), changed: true, less: guardsLess(earlier, guarded) };
}

function toFourEyes(document: FourEyesDocument | null): FourEyes {
  if (document === null) return { ...nothing };
  return { ...document.guarded, updated_at: toTimestamp(document.updated_at) };
}
