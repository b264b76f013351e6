import { ServiceError } from '#contract/errors.ts';
import { Patch, PatchDefinition } from '#contract/patch.ts';
import { faultsOfDefinition } from '#patches/check-definition.ts';
import { publishPatch as publish } from '#store/patches.ts';
import { endpoint } from '../endpoint.ts';

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
  async handle({ services, caller, body }) {
    const details = faultsOfDefinition(body);
    const [first] = details;
    if (first !== undefined) {
      throw new ServiceError('invalid_request', `${first.path}: ${first.message}`, { details });
    }
    return { data: await publish(services.db, caller.workspace_id, body) };
  },
});
