import { Patch, PatchKey } from '#contract/patch.ts';
import type { Database } from '#store/mongo/database.ts';
import { listPatches as list, type PatchPosition } from '#store/patches/patches.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listPatches = listEndpoint({
  operation: 'listPatches',
  summary: 'List published versions of patches; the built-in ones come last',
  path: '/v1/patches',
  noun: 'patch',
  role: 'viewer',
  filters: { key: PatchKey.optional() },
  item: Patch,
  read: async ({ db }: { db: Database }, filter, limit, from?: PatchPosition) =>
    await list(db, filter, limit, from),
  present: (patch) => patch,
});
