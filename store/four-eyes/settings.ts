import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import { type FourEyes, type GuardedKind, guardedKinds, type NewFourEyes } from '#contract/change.ts';
import { defined } from '#contract/defined.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { guardsLess } from '#engine/rules/two-actors.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import type { FourEyesDocument, FourEyesSettings } from '../documents/four-eyes.ts';
import type { Database } from '../mongo/database.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { SecondActorNeeded } from './second-actor-needed.ts';

const nothing: FourEyesSettings = {
  guarded: Object.fromEntries(guardedKinds.map((kind) => [kind, false])) as FourEyesSettings['guarded'],
};

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

/** How those who propose and approve have to be known, as the transaction sees it; undefined for any way. */
export async function acceptedVias(
  db: Database,
  session: ClientSession,
  workspaceId: string,
): Promise<FourEyes['via']> {
  return (await db.four_eyes.findOne({ _id: workspaceId }, { session }))?.via;
}

/**
 * Replaces the settings, unless they would guard less.
 * @throws {SecondActorNeeded} if they would
 * @throws {ContentionError} if others keep changing them
 */
export async function putFourEyes(db: Database, acting: Acting, wanted: NewFourEyes): Promise<FourEyes> {
  return await retryOnConflict('the settings', async () =>
    db.transaction(async (session) => {
      const { settings, less } = await writeFourEyes(db, session, acting, wanted);
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
  { via, ...guarded }: NewFourEyes,
): Promise<{ settings: FourEyes; changed: boolean; less: boolean }> {
  const { workspace_id: _id } = acting;
  const before = await db.four_eyes.findOne({ _id }, { session });
  const { guarded: were, via: was } = before ?? nothing;
  const earlier = { guarded: { ...nothing.guarded, ...were }, ...defined({ via: was }) };
  const wanted = { guarded, ...defined({ via: via?.toSorted() }) };
  if (isDeepStrictEqual(earlier, wanted)) {
    return { settings: toFourEyes(before), changed: false, less: false };
  }
  const after = { _id, ...wanted, version: (before?.version ?? 0) + 1, updated_at: new Date() };
  if (before === null) await insertNew(db.four_eyes, after, { session });
  else await db.four_eyes.replaceOne({ _id }, after, { session });
  await recordAudit(db, session, acting, {
    type: 'settings.changed',
    target: { kind: 'settings', id: 'four_eyes' },
    details: { guarded: guardedKinds.filter((kind) => guarded[kind]), ...defined({ via: wanted.via }) },
  });
  return { settings: toFourEyes(after), changed: true, less: guardsLess(earlier, wanted) };
}

function toFourEyes(document: FourEyesDocument | null): FourEyes {
  if (document === null) return { ...nothing.guarded };
  const { guarded, via } = document;
  return {
    ...nothing.guarded,
    ...guarded,
    ...defined({ via }),
    updated_at: toTimestamp(document.updated_at),
  };
}
