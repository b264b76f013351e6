import { notFound } from '#contract/errors.ts';
import type { RunDocument } from '../documents/run.ts';
import type { AcceptingPorts } from '../ports/engine-ports.ts';
import type { EngineState } from './engine.ts';
import type { RunToLoad } from '../ports/run-store.ts';
import type { Input } from '../rules/inputs.ts';
import type { Applied } from '../rules/stored.ts';
import { type Applying, applyInput } from './apply-input.ts';

/** The dependencies of accepting input. */
export type Accepting = Applying & Pick<EngineState, 'outbox'> & Pick<AcceptingPorts, 'memberships'>;

/** The result of a client's input. */
export interface Accepted {
  run: RunDocument;
  outcome: Applied['outcome'];
}

/**
 * Accepts input from a client (an answer, a decision, an outcome or a cancellation): stores its changes and then
 * notifies the run's workflow. It is accepted once it is stored, whether Temporal responds or not.
 * @param known the run as it was just read, to save the first read of it. A decision on a call whose approvers are a group
 *   needs it
 * @throws {ServiceError} from the rules of a run; `not_found` if there is no such run; `temporarily_unavailable` for an
 * approval by a process whose clock is wrong
 */
export async function acceptInput(
  engine: Accepting,
  ids: RunToLoad,
  input: Input,
  known?: RunDocument,
): Promise<Accepted> {
  if (approves(input)) engine.clock.storeNow();
  const made = known === undefined ? input : await withMemberships(engine, known, input);
  const outcome = await applyInput(engine, ids, made, known && { run: known });
  if (outcome.outcome === 'changed') {
    const { after } = outcome;
    await engine.outbox.notifySoon(after.run, after);
    return { run: after.run, outcome: outcome.outcome };
  }
  const run = outcome.outcome === 'unchanged' ? outcome.after.run : await engine.store.findRun(ids.run_id);
  if (run === null) throw notFound('run');
  return { run, outcome: outcome.outcome };
}

/** A decision with the approver groups of its actor, if the right to it may depend on one. */
export async function withMemberships<Given extends Input>(
  { memberships }: Pick<AcceptingPorts, 'memberships'>,
  { workspace_id, pauses = [] }: RunDocument,
  input: Given,
): Promise<Given> {
  const haveGroups = pauses.some(({ has_groups }) => has_groups === true);
  if (input.type !== 'decision' || !haveGroups) return input;
  return { ...input, memberships: await memberships.of(workspace_id, input.actor) };
}

/** The age of an approval is compared with what its policy allows, by the clocks of other processes. */
function approves(input: Input): boolean {
  return input.type === 'revision' || (input.type === 'decision' && input.decision === 'approve');
}
