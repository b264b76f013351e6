import { Patch, PatchKey } from '#contract/patch.ts';
import { listPatches as list, type PatchPosition } from '#store/agents/patches.ts';
import { listEndpoint } from '../pagination/list-endpoint.ts';

export const listPatches = listEndpoint({
  operation: 'listPatches',
  summary: 'List published versions of patches; the built-in ones come last',
  path: '/v1/patches',
  noun: 'patch',
  filters: { key: PatchKey.optional() },
  item: Patch,
  read: async ({ db }, filter, limit, from?: PatchPosition) => await list(db, filter, limit, from),
  present: (patch) => patch,
});
