import pLimit from 'p-limit';
import { type DecidedItem, DecidedItems, type DecisionItem, NewDecisions } from '#contract/decide-many.ts';
import { ServiceError } from '#contract/errors.ts';
import { notBeforeOf } from '#engine/rules/gates/cooling.ts';
import { type Decided, refusalOf } from '#engine/steps/accept-decisions.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { decideCallsOf, type DecidingRequest, type DecisionServices } from '../runs/decide-call.ts';
import { decidingPerson, type DecidingPerson } from '../runs/deciding-person.ts';
import { visibleRun } from '../runs/visible-run.ts';

/** How many runs of one request are decided on at once. */
const runsAtOnce = 16;

export const decideCalls = endpoint({
  operation: 'decideCalls',
  summary: 'Approve or reject several held writes, of any runs, each by itself',
  method: 'post',
  path: '/v1/loom/approvals/decide',
  access: 'subject-or-workspace',
  noun: 'approval',
  role: 'approver',
  scope: 'decide',
  body: NewDecisions,
  manyValues: true,
  itemsOf: ({ items }) => items.length,
  fieldErrors: { decision: 'invalid_decision' },
  status: 200,
  data: DecidedItems,
  errors: ['invalid_decision', 'actor_required', 'invalid_challenge', 'invalid_assertion'],
  async handle(services: DecisionServices, { caller, body, resource }) {
    requireActor(caller);
    const { assertion: _, ...decisions } = body;
    const asked = { ...body, digestPath: (index: number) => `items.${index}.digest` };
    const { decision_id, person } = await decidingPerson(services, caller, asked, resource.id);
    const request = { requestId: decision_id, decisionId: decision_id };
    const results = await decideEach(services, caller, decisions, { person, request });
    return { data: { decision_id, results } };
  },
});

/** @throws {ServiceError} `actor_required` */
function requireActor({ actor, subject_ref }: Caller): void {
  if (actor !== undefined || subject_ref !== undefined) return;
  throw new ServiceError(
    'actor_required',
    'A decision needs a person: name the actor in Service-Actor, or the subject in Service-Subject.',
  );
}

/**
 * Decides on each item as `confirm` does: those of a run together, several runs at once.
 * @returns a result for each item, in their order
 * @throws what is no refusal, such as an outage, once no item is in progress. The same request then continues
 */
async function decideEach(
  services: DecisionServices,
  caller: Caller,
  { items, ...decision }: Omit<NewDecisions, 'assertion'>,
  { person, request }: { person: DecidingPerson; request: DecidingRequest },
): Promise<DecidedItem[]> {
  const results = new Map<string, DecidedItem>();
  const decideRun = async (runId: string, ofRun: DecisionItem[]) => {
    const bodies = ofRun.map(({ tool_call_id, digest }) => ({ ...decision, tool_call_id, digest }));
    const run = await visibleRunOrRefusal(services, caller, runId);
    const decided =
      'refusal' in run
        ? ofRun.map(() => run)
        : await decideCallsOf(services, caller, run.run, bodies, person, request);
    for (const [index, each] of decided.entries()) {
      const { tool_call_id = '' } = ofRun[index] ?? {};
      results.set(tool_call_id, { run_id: runId, tool_call_id, ...resultOf(each, tool_call_id) });
    }
  };
  const limit = pLimit(runsAtOnce);
  const runs = [...Map.groupBy(items, ({ run_id }) => run_id)];
  const ended = await Promise.allSettled(
    runs.map(async ([runId, ofRun]) => {
      await limit(decideRun, runId, ofRun);
    }),
  );
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return items.flatMap(({ tool_call_id }) => results.get(tool_call_id) ?? []);
}

async function visibleRunOrRefusal(
  { endedRuns }: DecisionServices,
  caller: Caller,
  id: string,
): Promise<Decided> {
  try {
    return { run: await visibleRun(endedRuns, caller, id) };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

function resultOf(decided: Decided, callId: string): Omit<DecidedItem, 'run_id' | 'tool_call_id'> {
  if ('run' in decided)
    return { result: 'accepted', state: decided.run.state, ...notBeforeOf(decided.run, callId) };
  const { code, message } = decided.refusal;
  return { result: 'refused', code, message };
}
