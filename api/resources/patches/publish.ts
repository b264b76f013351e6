import { invalidFields } from '#contract/errors.ts';
import { Patch, PatchDefinition } from '#contract/patch.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import type { Database } from '#store/mongo/database.ts';
import { findPatchOfId, publishPatch as publish } from '#store/patches/patches.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

export const publishPatch = endpoint({
  operation: 'publishPatch',
  summary: 'Publish a version of a patch',
  method: 'post',
  path: '/v1/patches',
  access: 'management',
  noun: 'patch',
  role: 'maker',
  body: PatchDefinition,
  manyValues: true,
  status: 201,
  proposes: true,
  data: Patch,
  async handle({ schemas, db }: { schemas: SchemaPool; db: Database }, call) {
    const { caller, body, resource } = call;
    const { workspace_id } = caller;
    const details = await schemas.checkDefinition(workspace_id, body);
    if (details.length > 0) throw invalidFields(details);
    const made = resource.mayExist ? await findPatchOfId(db, workspace_id, resource.id) : null;
    if (made !== null) return { data: made };
    return await orPropose(
      db,
      call,
      () => ({ operation: 'publishPatch', target: body.key, body }),
      async () => ({ data: await publish(db, caller, body, resource.id) }),
    );
  },
});
