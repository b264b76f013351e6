import type { NewDecision } from '#contract/decisions.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { actingClientOf, actorOf, type Caller, viaOf } from '../../http/authentication/caller.ts';
import { acceptInputOf, type InputServices } from './input-of-caller.ts';
import { visibleRun } from './visible-run.ts';

/** A request that decides. */
export interface DecidingRequest {
  /** The same for every repetition of the request, which then changes nothing. */
  requestId: string;
  /** Shared by the decisions of a request on several calls. */
  decisionId?: string;
  /** Since when the call was held that its person was shown: a call that was held again since is refused. */
  heldSince?: string;
}

/**
 * Accepts a decision on a held call of a run that the caller may see.
 * @returns the run after the decision
 * @throws {ServiceError} `not_found`, `unknown_confirmation`, `not_awaiting_confirmation`, `stale_confirmation`,
 *   `forbidden_approver`, `limit_reached`
 */
export async function decideCall(
  services: InputServices,
  caller: Caller,
  runId: string,
  body: NewDecision,
  request: DecidingRequest,
): Promise<RunDocument> {
  const run = await visibleRun(services.endedRuns, caller, runId);
  return await decideCallOf(services, caller, run, body, request);
}

/** The same for a run that was read before. */
export async function decideCallOf(
  services: InputServices,
  caller: Caller,
  run: RunDocument,
  body: NewDecision,
  { requestId, decisionId, heldSince }: DecidingRequest,
): Promise<RunDocument> {
  return await acceptInputOf(services, run, {
    type: 'decision',
    ...body,
    actor: actorOf(caller),
    via: viaOf(caller),
    client: actingClientOf(caller),
    credential: caller.credential,
    request_id: requestId,
    decision_id: decisionId,
    held_since: heldSince,
  });
}
