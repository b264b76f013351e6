import { SigningKey } from '#contract/signing-key.ts';
import { listSigningKeys as list, toSigningKey } from '#store/credentials/signing-keys.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listSigningKeys = listEndpoint({
  operation: 'listSigningKeys',
  summary: 'List signing keys, without their secrets',
  path: '/v1/signing-keys',
  noun: 'signing key',
  role: 'viewer',
  item: SigningKey,
  read: async ({ db }: { db: Database }, { workspace_id }, limit, after) =>
    await list(db, workspace_id, limit, after),
  present: toSigningKey,
});
