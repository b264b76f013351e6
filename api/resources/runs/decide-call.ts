import type { NewDecision } from '#contract/decisions.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { actingClientOf, actorOf, type Caller, viaOf } from '../../http/authentication/caller.ts';
import { acceptInputFor, type InputServices } from './input-of-caller.ts';

/**
 * Accepts a decision on a held call of a run that the caller may see.
 * @param asked the request: its id is the same for every repetition of it, which then changes nothing. If it says since when
 *   the call was held that its person was shown, it is not one on a call that was held again since
 * @returns the run after the decision
 * @throws {ServiceError} `not_found`, `unknown_confirmation`, `not_awaiting_confirmation`, `stale_confirmation`,
 *   `forbidden_approver`, `limit_reached`
 */
export async function decideCall(
  services: InputServices,
  caller: Caller,
  runId: string,
  body: NewDecision,
  { requestId, heldSince }: { requestId: string; heldSince?: string },
): Promise<RunDocument> {
  return await acceptInputFor(services, caller, runId, {
    type: 'decision',
    ...body,
    actor: actorOf(caller),
    via: viaOf(caller),
    client: actingClientOf(caller),
    credential: caller.credential,
    request_id: requestId,
    held_since: heldSince,
  });
}
