import type { ClientSession } from 'mongodb';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Page } from '#contract/pagination.ts';
import type { PayeeStatus } from '#contract/payee-status.ts';
import type { PayeeChange } from '#contract/payee.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { Database } from '../mongo/database.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newestPage } from '../mongo/page.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { searchFor } from './search.ts';

/** A filter of the payees of a workspace. */
export interface PayeeFilter {
  workspace_id: string;
  status?: PayeeStatus;
  /** A part of a name or of an account. */
  q?: string;
}

/** Newest first. The position is the last payee's id. */
export async function listPayees(
  db: Database,
  { q, ...filter }: PayeeFilter,
  limit: number,
  after?: string,
): Promise<Page<PayeeDocument, string>> {
  const found = q === undefined ? {} : await searchFor(db, filter.workspace_id, q);
  return await newestPage(db.payees, { ...filter, ...found }, limit, after);
}

export async function findPayee(
  db: Database,
  workspace_id: string,
  id: string,
): Promise<PayeeDocument | null> {
  return await db.payees.findOne({ _id: id, workspace_id });
}

/**
 * Stores a payee, unless its account is one already, which is left as it is.
 * @throws {SecondActorNeeded}
 * @throws {ContentionError} if others keep adding it
 */
export async function addPayee(
  db: Database,
  acting: Acting,
  payee: PayeeDocument,
): Promise<{ payee: PayeeDocument; made: boolean }> {
  const add = async (session: ClientSession) => await addPayeeIn(db, session, acting, payee);
  return await retryOnConflict('the payee', async () =>
    changeAlone(db, acting, 'payees', add, ({ made }) => made && payee.status !== 'blocked'),
  );
}

/**
 * The same in a transaction.
 * @throws {StaleWriteError} if somebody else added it first
 */
export async function addPayeeIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  payee: PayeeDocument,
): Promise<{ payee: PayeeDocument; made: boolean }> {
  const { workspace_id, named, status } = payee;
  const known = await db.payees.findOne({ workspace_id, named }, { session });
  if (known !== null) return { payee: known, made: false };
  await insertNew(db.payees, payee, { session });
  await recordAudit(db, session, acting, {
    type: 'payee.created',
    target: { kind: 'payee', id: payee._id },
    details: { status },
    contents: contentsOf(payee),
  });
  return { payee, made: true };
}

/**
 * Changes the status or the note of a payee. One that is so already is left as it is.
 * @returns null if there is no such payee
 * @throws {SecondActorNeeded} unless it only becomes blocked
 */
export async function changePayee(
  db: Database,
  acting: Acting,
  id: string,
  change: PayeeChange,
): Promise<PayeeDocument | null> {
  const work = async (session: ClientSession) => await changePayeeIn(db, session, acting, id, change);
  const result = await changeAlone(
    db,
    acting,
    'payees',
    work,
    (changed) => changed?.changed === true && !onlyBlocks(change),
  );
  return result && result.payee;
}

/** Whether a change makes a payee blocked, and nothing else. Nobody has to wait for somebody else to stop payments. */
export function onlyBlocks(change: PayeeChange): boolean {
  return change.status === 'blocked' && change.note === undefined;
}

/** The same in a transaction. */
export async function changePayeeIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
  { status, note }: PayeeChange,
): Promise<{ payee: PayeeDocument; changed: boolean } | null> {
  const before = await db.payees.findOne({ _id: id, workspace_id: acting.workspace_id }, { session });
  if (before === null) return null;
  const { note: noteBefore, ...kept } = before;
  const noteAfter = note === undefined ? noteBefore : (note ?? undefined);
  const isSame = (status ?? before.status) === before.status && noteAfter === noteBefore;
  if (isSame) return { payee: before, changed: false };
  const payee: PayeeDocument = {
    ...kept,
    ...defined({ status, note: noteAfter }),
    updated_at: new Date(),
  };
  await db.payees.replaceOne({ _id: id }, payee, { session });
  await recordAudit(db, session, acting, {
    type: 'payee.changed',
    target: { kind: 'payee', id },
    details: { status: payee.status, status_before: before.status },
    contents: contentsOf(payee),
  });
  return { payee, changed: true };
}

/**
 * Deletes a payee. Its payments stay, and the next payment to its account adds it again.
 * @returns whether there was such a payee
 * @throws {ServiceError} `payee_not_open`
 * @throws {SecondActorNeeded}
 */
export async function deletePayee(db: Database, acting: Acting, id: string): Promise<boolean> {
  const remove = async (session: ClientSession) => await deletePayeeIn(db, session, acting, id);
  return await changeAlone(db, acting, 'payees', remove, (deleted) => deleted);
}

/** The same in a transaction. */
export async function deletePayeeIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
): Promise<boolean> {
  const payee = await db.payees.findOneAndDelete({ _id: id, workspace_id: acting.workspace_id }, { session });
  if (payee === null) return false;
  if (payee.status !== 'open') {
    const message = `The payee is ${payee.status}. Only one that is open can be deleted.`;
    throw new ServiceError('payee_not_open', message, { details: { status: payee.status } });
  }
  await recordAudit(db, session, acting, { type: 'payee.deleted', target: { kind: 'payee', id } });
  return true;
}

/** The contents of an audit entry, kept as digests: accounts, names and notes are of persons. */
function contentsOf({ account, given_names, note }: PayeeDocument) {
  return { payee: toJsonText(defined({ account, names: given_names, note })) };
}
