import { invalidField } from '#contract/errors.ts';
import { NewPayee, Payee } from '#contract/payee.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import { accountIdentity } from '#engine/rules/payments/account-identity.ts';
import { newPayee, withNames } from '#engine/rules/payments/new-payee.ts';
import { payeeOf } from '#engine/rules/payments/payee-of.ts';
import type { Identifier } from '#identify/identifier.ts';
import type { Database } from '#store/mongo/database.ts';
import { addPayee } from '#store/payees/payees.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { presentPayee } from './present.ts';

export const createPayee = endpoint({
  operation: 'createPayee',
  summary: 'Add a payee; an account that is one already is left as it is',
  method: 'post',
  path: '/v1/payees',
  access: 'management',
  noun: 'payee',
  role: 'admin',
  body: NewPayee,
  status: 201,
  proposes: true,
  otherStatus: { status: 200, description: 'The account was a payee, which is returned as it is.' },
  data: Payee,
  async handle({ db, identifier }: { db: Database; identifier: Identifier }, call) {
    const { caller, body, resource } = call;
    const payee = await resolve({ db, identifier }, caller.workspace_id, resource.id, body);
    return await orPropose(
      db,
      call,
      () => ({ operation: 'createPayee', target: resource.id, body, sealed: { payee } }),
      async () => {
        const added = await addPayee(db, caller, payee);
        const data = await presentPayee(db, added.payee);
        return added.made ? { data } : { data, status: 200 };
      },
    );
  },
});

/** @throws {ServiceError} `invalid_request` if the account is no account reference */
async function resolve(
  { db, identifier }: { db: Database; identifier: Identifier },
  workspace_id: string,
  id: string,
  { account, names, status, note }: NewPayee,
): Promise<PayeeDocument> {
  const found = await identifier.identify(account);
  if ('malformed' in found) {
    const { field, message, code } = found.malformed;
    throw invalidField(`account.${field}`, message, code);
  }
  const nameOf = await db.blindIndex.of(workspace_id);
  const named = nameOf('payee', accountIdentity(found, account));
  const resolved = { workspace_id, named, ...payeeOf(account, found) };
  return {
    ...newPayee(resolved, new Date(), () => id),
    ...withNames(names),
    ...(status === undefined ? {} : { status }),
    ...(note === undefined ? {} : { note }),
  };
}
