import type { NewDecision } from '#contract/decisions.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { acceptDecisions, type Decided } from '#engine/steps/accept-decisions.ts';
import { actingClientOf, type Caller } from '../../http/authentication/caller.ts';
import type { PasskeyServices } from '../passkeys/relying-party.ts';
import { decidingPerson, type DecidingPerson } from './deciding-person.ts';
import { acceptInputOf, type InputServices } from './input-of-caller.ts';
import { justRead, visibleRun } from './visible-run.ts';

/** The dependencies of accepting a decision. */
export type DecisionServices = InputServices & PasskeyServices;

/** A request that decides. */
export interface DecidingRequest {
  /** The same for every repetition of the request, which then changes nothing. */
  requestId: string;
  /** Shared by the decisions of a request on several calls, or of a signature. */
  decisionId?: string | undefined;
  /** Since when the call was held that its person was shown: a call that was held again since is refused. */
  heldSince?: string | undefined;
}

/**
 * Accepts a decision on a held call of a run that the caller may see.
 * @returns the run after the decision
 * @throws {ServiceError} `not_found`, `unknown_confirmation`, `not_awaiting_confirmation`, `stale_confirmation`,
 *   `forbidden_approver`, `limit_reached`; `invalid_challenge` and `invalid_assertion` of a signature
 */
export async function decideCall(
  services: DecisionServices,
  caller: Caller,
  runId: string,
  { assertion, ...body }: NewDecision,
  { requestId, heldSince }: Omit<DecidingRequest, 'decisionId'>,
): Promise<RunDocument> {
  const run = await visibleRun(services.endedRuns, caller, runId);
  const { decision, detail, digest, tool_call_id } = body;
  const items = [{ run_id: runId, tool_call_id, digest }];
  const asked = { decision, detail, items, assertion, digestPath: () => 'digest' };
  const { decision_id, person } = await decidingPerson(services, caller, asked, requestId);
  const decisionId = assertion === undefined ? undefined : decision_id;
  const request = { requestId: decision_id, decisionId, heldSince };
  return await acceptInputOf(services, run, decisionInput(caller, body, person, request));
}

/** Several decisions on calls of one run that was read before, each by itself. A signature was verified before. */
export async function decideCallsOf(
  { engine }: Pick<InputServices, 'engine'>,
  caller: Caller,
  run: RunDocument,
  bodies: readonly Omit<NewDecision, 'assertion'>[],
  person: DecidingPerson,
  request: DecidingRequest,
): Promise<Decided[]> {
  const { _id: run_id, thread_id, turn_count } = run;
  const inputs = bodies.map((body) => decisionInput(caller, body, person, request));
  return await acceptDecisions(engine, { run_id, thread_id, turn_count }, inputs, justRead(run));
}

function decisionInput(
  caller: Caller,
  body: Omit<NewDecision, 'assertion'>,
  person: DecidingPerson,
  { requestId, decisionId, heldSince }: DecidingRequest,
) {
  return {
    type: 'decision' as const,
    ...body,
    ...person,
    client: actingClientOf(caller),
    credential: caller.credential,
    request_id: requestId,
    decision_id: decisionId,
    held_since: heldSince,
  };
}
