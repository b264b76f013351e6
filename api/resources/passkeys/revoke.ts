import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { RevokedPasskey } from '#contract/passkey.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from '#store/mongo/database.ts';
import { revokePasskey as revoke } from '#store/passkeys/passkeys.ts';
import { actorOf, viaOf } from '../../http/authentication/caller.ts';
import { refuseOtherRoles } from '../../http/authentication/refuse-other-roles.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const revokePasskey = endpoint({
  operation: 'revokePasskey',
  summary: 'Revoke a passkey: it signs nothing more, and what it has signed stays valid',
  method: 'delete',
  path: '/v1/passkeys/{id}',
  access: 'subject-or-workspace',
  noun: 'passkey',
  role: ['maker', 'approver'],
  params: z.object({ id: Uuid }),
  status: 200,
  data: RevokedPasskey,
  async handle({ db }: { db: Database }, { caller, params: { id } }) {
    const isOfWorkspace = viaOf(caller) === 'api_key';
    // A session of the console that a key or a link opened may only look, unless the settings say otherwise.
    if (isOfWorkspace) refuseOtherRoles(caller, 'admin');
    const owner = isOfWorkspace ? undefined : actorOf(caller);
    const revokedAt = await revoke(db, caller, id, owner);
    if (revokedAt === null) throw notFound('passkey');
    return { data: { id, revoked_at: toTimestamp(revokedAt) } };
  },
});
