import { noCreditsLeft } from '#contract/credits.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';
import { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import type { Identifier } from '#identify/identifier.ts';
import type { Lookups } from '#store/lookups/lookups.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const identify = endpoint({
  operation: 'identify',
  summary: 'Find the institution behind an account reference; charged only if it is identified',
  method: 'post',
  path: '/v1/identify',
  access: 'management',
  noun: 'lookup',
  role: 'maker',
  scope: 'identify',
  body: IdentifyRequest,
  status: 200,
  data: IdentifyResult,
  errors: ['insufficient_credits'],
  async handle(
    { identifier, lookups }: { identifier: Identifier; lookups: Lookups },
    { caller, body, resource, requestId },
  ) {
    const found = await identifier.identify(body);
    if ('malformed' in found) {
      const { field, message, code } = found.malformed;
      throw invalidField(field, message, code);
    }
    const { rail, result } = found;
    const recorded = await lookups.record(caller.workspace_id, {
      resource,
      request_id: requestId,
      rail,
      result,
    });
    if (recorded === 'insufficient_credits') {
      throw new ServiceError('insufficient_credits', noCreditsLeft);
    }
    return { data: found, about: recorded };
  },
});
