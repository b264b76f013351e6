import { invalidFields } from '#contract/errors.ts';
import { Patch, PatchDefinition } from '#contract/patch.ts';
import { findPatchOfId, publishPatch as publish } from '#store/agents/patches.ts';
import { endpoint } from '../routing/endpoint.ts';

export const publishPatch = endpoint({
  operation: 'publishPatch',
  summary: 'Publish a version of a patch',
  method: 'post',
  path: '/v1/patches',
  access: 'management',
  noun: 'patch',
  body: PatchDefinition,
  status: 201,
  data: Patch,
  async handle({ services, caller, body, resource }) {
    const { workspace_id } = caller;
    const details = await services.schemas.checkDefinition(workspace_id, body);
    if (details.length > 0) throw invalidFields(details);
    const made = resource.mayExist ? await findPatchOfId(services.db, workspace_id, resource.id) : null;
    return { data: made ?? (await publish(services.db, workspace_id, body, resource.id)) };
  },
});
