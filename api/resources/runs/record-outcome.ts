import type { NewOutcome } from '#contract/decisions.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { actingClientOf, actorOf, type Caller } from '../../http/authentication/caller.ts';
import { acceptInputFor, type InputServices } from './input-of-caller.ts';

/**
 * Accepts the outcome of a proposed action of a run that the caller may see.
 * @returns the run after the report
 * @throws {ServiceError} `not_found`, `unknown_action`, `not_awaiting_outcome`
 */
export async function recordOutcome(
  services: InputServices,
  caller: Caller,
  runId: string,
  body: NewOutcome,
): Promise<RunDocument> {
  return await acceptInputFor(services, caller, runId, {
    type: 'outcome',
    ...body,
    actor: actorOf(caller),
    client: actingClientOf(caller),
    credential: caller.credential,
  });
}
