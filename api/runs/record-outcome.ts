import type { NewOutcome } from '#contract/decisions.ts';
import { acceptInput } from '#loom/accept-input.ts';
import type { RunDocument } from '#store/documents/run.ts';
import { actingClientOf, actorOf, type Caller } from '../authentication/caller.ts';
import type { Services } from '../services.ts';
import { visibleRun } from './visible-run.ts';

/**
 * Accepts the outcome of a proposed action of a run that the caller may see.
 * @returns the run after the report
 * @throws {ServiceError} `not_found`, `unknown_action`, `not_awaiting_outcome`
 */
export async function recordOutcome(
  services: Services,
  caller: Caller,
  runId: string,
  body: NewOutcome,
): Promise<RunDocument> {
  const { _id, thread_id, turn_count } = await visibleRun(services, caller, runId);
  const { run } = await acceptInput(
    services,
    { run_id: _id, thread_id, turn_count },
    { type: 'outcome', ...body, actor: actorOf(caller), client: actingClientOf(caller) },
  );
  return run;
}
