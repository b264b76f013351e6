import type { ClientSession } from 'mongodb';
import type { Change, ChangeActor, ChangeKind, ChangeState, ChangeTarget } from '#contract/change.ts';
import { viaOf } from '#contract/credential.ts';
import { defined } from '#contract/defined.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { checkProposer, mayDecide } from '#engine/rules/two-actors.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import type { ProposedChangeDocument, SealedSecrets } from '../documents/proposed-change.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt } from '../mongo/ids.ts';
import { newestPage } from '../mongo/page.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { acceptedVias } from '../four-eyes/settings.ts';
import { baseOf } from './base.ts';

/** A change to propose. */
export type NewChange = Pick<ProposedChangeDocument, 'kind' | 'operation' | 'target' | 'body' | 'sealed'>;

/** The person who proposes a change or decides on it. The credential of the request shows how the actor is known. */
export function changeActorOf({ actor, credential }: Acting): ChangeActor {
  const via =
    credential === undefined || credential.kind === 'operator' ? 'api_key' : viaOf({ kind: credential.kind });
  return { ...(actor === undefined || actor === '' ? {} : { actor }), via };
}

/**
 * Stores a change for another actor to decide on. The same change of the same actor that waits already is that one: to repeat
 * a PUT or a DELETE adds nothing.
 * @throws {ServiceError} `actor_required`, `forbidden`
 */
export async function proposeChange(
  db: Database,
  acting: Acting,
  id: string,
  change: NewChange,
): Promise<ProposedChangeDocument> {
  const { workspace_id } = acting;
  const { body, sealed, operation, target, kind } = change;
  const by = changeActorOf(acting);
  const name = await db.blindIndex.of(workspace_id);
  const body_name = sealed === undefined ? name('proposed change', [body]) : undefined;
  return await db.transaction(async (session) => {
    checkProposer(by, await acceptedVias(db, session, workspace_id));
    const base = await baseOf(db, session, { workspace_id, operation, target });
    if (body_name !== undefined) {
      const waiting = await db.proposed_changes.findOne(
        {
          workspace_id,
          state: 'proposed',
          operation,
          body_name,
          'target.id': target.id,
          base,
          'proposed.actor': by.actor ?? null,
          'proposed.via': by.via,
        },
        { session },
      );
      if (waiting !== null) return waiting;
    }
    const document: ProposedChangeDocument = {
      _id: id,
      workspace_id,
      ...change,
      ...defined({ body_name }),
      base,
      state: 'proposed',
      proposed: by,
    };
    await db.proposed_changes.insertOne(document, { session });
    await recordAudit(db, session, acting, {
      type: 'change.proposed',
      target: { kind: 'change', id },
      details: { kind, operation, target_kind: target.kind, target_id: target.id },
      contents: { body },
    });
    return document;
  });
}

/** Replaces what nobody is shown of a change that waits. False if somebody has decided on it. */
export async function replaceSealed(
  db: Database,
  { _id, workspace_id }: Pick<ProposedChangeDocument, '_id' | 'workspace_id'>,
  sealed: SealedSecrets,
): Promise<boolean> {
  const waiting = { _id, workspace_id, state: 'proposed' as const };
  const { matchedCount } = await db.proposed_changes.updateOne(waiting, { $set: { sealed } });
  return matchedCount === 1;
}

/**
 * Approves a change, and makes it in the same transaction.
 * @param make makes the change, and says of what it was; undefined if it changed nothing. May run several times
 * @throws {ServiceError} `not_found`, `change_decided`, `forbidden_approver`; `stale_change` if it cannot be made any more
 * @throws {ContentionError} if others keep changing the same
 */
export async function approveChange(
  db: Database,
  acting: Acting,
  id: string,
  make: (
    session: ClientSession,
    change: ProposedChangeDocument,
    acting: Acting,
  ) => Promise<ChangeTarget | undefined>,
): Promise<ProposedChangeDocument> {
  return await retryOnConflict(`the change ${id}`, async () =>
    db.transaction(async (session) => {
      const change = await changeToDecide(db, session, acting, id);
      const accepted = await acceptedVias(db, session, acting.workspace_id);
      if (!mayDecide(change, 'approved', changeActorOf(acting), accepted)) return change;
      // First, so that of two approvals at once one waits for the other, and then finds it.
      await settle(db, session, acting, change, { state: 'approved' });
      if ((await baseOf(db, session, change)) !== change.base) throw changedMeanwhile();
      const result = await make(session, change, { ...acting, change_id: change._id });
      if (result === undefined) throw changedMeanwhile();
      const approved = { _id: id, workspace_id: acting.workspace_id };
      await db.proposed_changes.updateOne(approved, { $set: { result } }, { session });
      return await changeToDecide(db, session, acting, id);
    }),
  );
}

/**
 * Rejects a change, or takes one's own back.
 * @throws {ServiceError} `not_found`, `change_decided`
 */
export async function rejectChange(
  db: Database,
  acting: Acting,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<ProposedChangeDocument> {
  return await db.transaction(async (session) => {
    const change = await changeToDecide(db, session, acting, id);
    if (!mayDecide(change, 'rejected', changeActorOf(acting))) return change;
    await settle(db, session, acting, change, { state: 'rejected', reason });
    return await changeToDecide(db, session, acting, id);
  });
}

async function changeToDecide(
  db: Database,
  session: ClientSession,
  { workspace_id }: Acting,
  _id: string,
): Promise<ProposedChangeDocument> {
  const change = await db.proposed_changes.findOne({ _id, workspace_id }, { session });
  if (change === null) throw notFound('change');
  return change;
}

/** Stores a decision. The secrets are needed no more: those of an approved change are the connection's. */
async function settle(
  db: Database,
  session: ClientSession,
  acting: Acting,
  { _id, workspace_id, kind, operation, target, body }: ProposedChangeDocument,
  { state, reason }: { state: 'approved' | 'rejected'; reason?: string | undefined },
): Promise<void> {
  await db.proposed_changes.updateOne(
    { _id, workspace_id, state: 'proposed' },
    {
      $set: { state, decided: { ...changeActorOf(acting), at: new Date(), ...defined({ reason }) } },
      $unset: { sealed: '' },
    },
    { session },
  );
  await recordAudit(db, session, acting, {
    type: `change.${state}`,
    target: { kind: 'change', id: _id },
    details: { kind, operation, target_kind: target.kind, target_id: target.id },
    contents: { body },
  });
}

function changedMeanwhile(): ServiceError {
  return staleChange({ code: 'changed_meanwhile', message: 'Its target has changed since.' });
}

/** The proposed change is no longer possible. */
export function staleChange(why: { code: string; message: string; details?: unknown }): ServiceError {
  return new ServiceError('stale_change', `The change can no longer be made: ${why.message}`, {
    details: defined(why),
  });
}

export async function findChange(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<ProposedChangeDocument | null> {
  return await db.proposed_changes.findOne({ _id: id, workspace_id: workspaceId });
}

/** Changes, newest first. The position is the last one's id. */
export async function listChanges(
  db: Database,
  filter: { workspace_id: string; state?: ChangeState; kind?: ChangeKind },
  limit: number,
  after?: string,
): Promise<Page<ProposedChangeDocument, string>> {
  return await newestPage(db.proposed_changes, filter, limit, after);
}

export function toChange(document: ProposedChangeDocument): Change {
  const { _id, kind, operation, target, body, base, state, proposed, decided, result } = document;
  return {
    id: _id,
    kind,
    operation,
    target,
    body: fromJsonText(body),
    based_on: base,
    state,
    proposed,
    created_at: toTimestamp(madeAt(_id)),
    ...(decided === undefined ? {} : { decided: { ...decided, at: toTimestamp(decided.at) } }),
    ...defined({ result }),
  };
}
