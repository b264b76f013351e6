import { Change, ChangeKindName, ChangeStateName } from '#contract/change.ts';
import { listChanges as list, toChange } from '#store/changes/changes.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listChanges = listEndpoint({
  operation: 'listChanges',
  summary: 'List proposed changes, decided ones included',
  path: '/v1/changes',
  noun: 'change',
  role: 'viewer',
  filters: { state: ChangeStateName.optional(), kind: ChangeKindName.optional() },
  item: Change,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: toChange,
});
