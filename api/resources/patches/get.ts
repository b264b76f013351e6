import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { PatchRef } from '#contract/ids.ts';
import { Patch } from '#contract/patch.ts';
import type { Database } from '#store/mongo/database.ts';
import { findPatches } from '#store/patches/patches.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getPatch = endpoint({
  operation: 'getPatch',
  summary: 'Get one published version of a patch, built-in ones included',
  method: 'get',
  path: '/v1/patches/{ref}',
  access: 'management',
  noun: 'patch',
  role: 'viewer',
  params: z.object({ ref: PatchRef.meta({ description: '`key@version`' }) }),
  status: 200,
  data: Patch,
  async handle({ db }: { db: Database }, { caller, params }) {
    const { ref } = params;
    const patch = (await findPatches(db, caller.workspace_id, [ref])).get(ref);
    if (patch === undefined) throw notFound('patch');
    return { data: patch };
  },
});
