import type { NewDecision } from '#contract/decisions.ts';
import { acceptInput } from '#loom/accept-input.ts';
import type { RunDocument } from '#store/documents/run.ts';
import { actingClientOf, actorOf, type Caller } from '../authentication/caller.ts';
import type { Services } from '../services.ts';
import { visibleRun } from './visible-run.ts';

/**
 * Accepts a decision on a held call of a run that the caller may see.
 * @param requestId the same for every repetition of a request, which then changes nothing
 * @returns the run after the decision
 * @throws {ServiceError} `not_found`, `unknown_confirmation`, `not_awaiting_confirmation`
 */
export async function decideCall(
  services: Services,
  caller: Caller,
  runId: string,
  body: NewDecision,
  requestId: string,
): Promise<RunDocument> {
  const { _id, thread_id, turn_count } = await visibleRun(services, caller, runId);
  const { run } = await acceptInput(
    services,
    { run_id: _id, thread_id, turn_count },
    {
      type: 'decision',
      ...body,
      actor: actorOf(caller),
      client: actingClientOf(caller),
      request_id: requestId,
    },
  );
  return run;
}
