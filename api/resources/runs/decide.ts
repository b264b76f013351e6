import type { NewDecision } from '#contract/decisions.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { actingClientOf, actorOf, type Caller } from '../../http/authentication/caller.ts';
import { acceptInputFor, type InputServices } from './accept-input.ts';

/**
 * Accepts a decision on a held call of a run that the caller may see.
 * @param requestId the same for every repetition of a request, which then changes nothing
 * @returns the run after the decision
 * @throws {ServiceError} `not_found`, `unknown_confirmation`, `not_awaiting_confirmation`
 */
export async function decideCall(
  services: InputServices,
  caller: Caller,
  runId: string,
  body: NewDecision,
  requestId: string,
): Promise<RunDocument> {
  return await acceptInputFor(services, caller, runId, {
    type: 'decision',
    ...body,
    actor: actorOf(caller),
    client: actingClientOf(caller),
    credential: caller.credential,
    request_id: requestId,
  });
}
