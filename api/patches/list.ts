import { z } from 'zod';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { Patch, PatchKey } from '#contract/patch.ts';
import { listPatches as list, type PatchPosition } from '#store/agents/patches.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

export const listPatches = endpoint({
  operation: 'listPatches',
  summary: 'List published versions of patches; the built-in ones come last',
  method: 'get',
  path: '/v1/patches',
  access: 'management',
  noun: 'patch',
  query: z.strictObject({ ...pageQuery(defaultPage), key: PatchKey.optional() }),
  status: 200,
  data: z.array(Patch),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { workspace_id } = caller;
    const { key } = query;
    return await answerPage(
      { cursors: services.cursors, bounds: defaultPage, query, scope: ['patches', workspace_id, key] },
      async (limit, from?: PatchPosition) =>
        await list(services.db, { workspace_id, ...(key === undefined ? {} : { key }) }, limit, from),
      (patches) => patches,
    );
  },
});
