import { notFound } from '#contract/errors.ts';
import type { Payee } from '#contract/payee.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import type { Database } from '#store/mongo/database.ts';
import { withPaid } from '#store/payees/paid.ts';
import { findPayee } from '#store/payees/payees.ts';

/** @throws {ServiceError} `not_found` */
export async function existingPayee(db: Database, workspaceId: string, id: string): Promise<PayeeDocument> {
  const payee = await findPayee(db, workspaceId, id);
  if (payee === null) throw notFound('payee');
  return payee;
}

/** A payee with what was paid to it. */
export async function presentPayee(db: Database, payee: PayeeDocument): Promise<Payee> {
  const [shown] = await withPaid(db, payee.workspace_id, [payee]);
  if (shown === undefined) throw new Error('a payee was not shown');
  return shown;
}
