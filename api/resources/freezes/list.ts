import { Freeze } from '#contract/freeze.ts';
import { listFreezes as list, toFreeze } from '#store/freezes/freezes.ts';
import type { Database } from '#store/mongo/database.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listFreezes = listEndpoint({
  operation: 'listFreezes',
  summary: 'List what is frozen',
  path: '/v1/freeze',
  noun: 'freeze',
  role: 'viewer',
  item: Freeze,
  read: async ({ db }: { db: Database }, filter, limit, after) => await list(db, filter, limit, after),
  present: toFreeze,
});
