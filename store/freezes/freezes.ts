import type { ClientSession, Filter } from 'mongodb';
import { defined } from '#contract/defined.ts';
import { notFound } from '#contract/errors.ts';
import type { Freeze, FreezeTarget, LiftedFreeze, NewFreeze } from '#contract/freeze.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { FrozenBy } from '#engine/documents/freeze.ts';
import { targetOf } from '#engine/rules/freezes/targets.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import type { FreezeDocument } from '../documents/freeze.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newestPage } from '../mongo/page.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { findTarget } from './find-target.ts';

const holds = { lifted_at: { $exists: false } };

/**
 * Freezes a target. One that is frozen already keeps its time, and gets the newer reason with its actor.
 * @throws {ServiceError} `not_found` if there is no such agent, connection or payee
 * @throws {ContentionError} if others keep changing the same freeze
 */
export async function putFreeze(db: Database, acting: Acting, wanted: NewFreeze): Promise<FreezeDocument> {
  return await retryOnConflict('the freeze', async () =>
    db.transaction(async (session) => await putFreezeIn(db, session, acting, wanted)),
  );
}

async function putFreezeIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  { scope, id, reason }: NewFreeze,
): Promise<FreezeDocument> {
  const { workspace_id } = acting;
  // The agent, connection or payee may be gone since.
  const known = await db.freezes.findOne({ workspace_id, ...named({ scope, id }), ...holds }, { session });
  const target = known?.target ?? (await findTarget(db, session, workspace_id, { scope, id }));
  const before = known ?? (await db.freezes.findOne({ workspace_id, key: target }, { session }));
  if (before?.reason === reason) return before;
  const actor = acting.actor === '' ? undefined : acting.actor;
  const fields = {
    workspace_id,
    scope,
    ...defined({ id }),
    target,
    reason,
    ...defined({ actor }),
    key: target,
  };
  const { _id, at } = before ?? { _id: newId(), at: new Date() };
  const freeze: FreezeDocument = { _id, ...fields, at };
  if (before === null) await insertNew(db.freezes, freeze, { session });
  else await db.freezes.replaceOne({ _id }, freeze, { session });
  await recordAudit(db, session, acting, {
    type: 'freeze.set',
    target: { kind: 'freeze', id: targetOf(scope, id) },
    details: { freeze_id: _id, scope, ...(before === null ? {} : { again: true }) },
    contents: { reason: toJsonText(reason) },
  });
  return freeze;
}

/**
 * Lifts a freeze.
 * @returns null if there is none
 * @throws {SecondActorNeeded}
 */
export async function liftFreeze(
  db: Database,
  acting: Acting,
  target: FreezeTarget,
): Promise<FreezeDocument | null> {
  const lift = async (session: ClientSession) => await liftFreezeIn(db, session, acting, target);
  return await changeAlone(db, acting, 'freeze', lift, (lifted) => lifted !== null);
}

/** The same in a transaction. */
export async function liftFreezeIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  { scope, id }: FreezeTarget,
): Promise<FreezeDocument | null> {
  const freeze = await db.freezes.findOne(
    { workspace_id: acting.workspace_id, ...named({ scope, id }), ...holds },
    { session },
  );
  if (freeze === null) return null;
  const { _id } = freeze;
  const lifted = { ...freeze, key: _id, lifted_at: new Date() };
  // Not replaced: the stand-in for MongoDB would keep the unique key, and the target could not be frozen again.
  await db.freezes.deleteOne({ _id }, { session });
  await db.freezes.insertOne(lifted, { session });
  await recordAudit(db, session, acting, {
    type: 'freeze.lifted',
    target: { kind: 'freeze', id: targetOf(scope, id) },
    details: { freeze_id: _id, scope },
  });
  return lifted;
}

/** A freeze as requests name it. */
function named({ scope, id }: FreezeTarget): Pick<Filter<FreezeDocument>, 'scope' | 'id'> {
  return { scope, id: id ?? { $exists: false } };
}

/**
 * The freeze that holds, as a proposed change names it; null if there is none.
 * @param name scope and id, as `targetOf` joins them
 */
export async function findOpenFreeze(
  db: Database,
  session: ClientSession,
  workspace_id: string,
  name: string,
): Promise<FreezeDocument | null> {
  const open = await db.freezes.find({ workspace_id, ...holds }, { session }).toArray();
  return open.find(({ scope, id }) => targetOf(scope, id) === name) ?? null;
}

/** Those that hold, newest first. The position is the last one's id. */
export async function listFreezes(
  db: Database,
  { workspace_id }: { workspace_id: string },
  limit: number,
  after?: string,
): Promise<Page<FreezeDocument, string>> {
  return await newestPage(db.freezes, { workspace_id, ...holds }, limit, after);
}

/**
 * The freezes that cover calls of a workspace.
 * @param targets of each call
 * @returns for each the oldest freeze that holds with one of its targets
 */
export async function coveringFreezes(
  db: Database,
  workspaceId: string,
  targets: readonly (readonly string[])[],
): Promise<(FrozenBy | undefined)[]> {
  const of = { workspace_id: workspaceId, key: { $in: [...new Set(targets.flat())] } };
  const found = await db.freezes.find(of).toArray();
  const oldestFirst = found.toSorted((one, other) => (one._id < other._id ? -1 : 1));
  return targets.map((own) => {
    const oldest = oldestFirst.find(({ key }) => own.includes(key));
    if (oldest === undefined) return undefined;
    const { _id: freeze_id, scope, id, reason, at } = oldest;
    return { freeze_id, scope, ...defined({ id }), reason, at };
  });
}

export function toFreeze({ scope, id, reason, actor, at }: FreezeDocument): Freeze {
  return { scope, ...defined({ id }), reason, ...defined({ actor }), at: toTimestamp(at) };
}

export function toLiftedFreeze({ scope, id, lifted_at }: FreezeDocument): LiftedFreeze {
  if (lifted_at === undefined) throw notFound('freeze');
  return { scope, ...defined({ id }), lifted_at: toTimestamp(lifted_at) };
}
