import { notFound } from '#contract/errors.ts';
import type { Input } from '#lifecycle/inputs.ts';
import type { Outcome } from '#lifecycle/stored.ts';
import type { Database } from '#store/mongo/database.ts';
import { findRunById, type RunToLoad } from '#store/runs/runs.ts';
import type { RunDocument } from '#store/documents/run.ts';
import { applyInput } from './apply-input.ts';
import type { Outbox } from './outbox.ts';

/** The result of a client's input. */
export interface Accepted {
  run: RunDocument;
  outcome: Outcome['outcome'];
}

/**
 * Accepts input from a client (an answer, a decision, an outcome or a cancellation): stores what it changes and then
 * tells the run's workflow. It is accepted once it is stored, whether Temporal responds or not.
 * @throws {ServiceError} from the rules of a run; `not_found` if there is no such run
 */
export async function acceptInput(
  { db, outbox }: { db: Database; outbox: Outbox },
  ids: RunToLoad,
  input: Input,
): Promise<Accepted> {
  const outcome = await applyInput(db, ids, input);
  if (outcome.outcome === 'changed') {
    const { after } = outcome;
    await outbox.tellSoon(after.run, after);
    return { run: after.run, outcome: outcome.outcome };
  }
  const run = outcome.outcome === 'unchanged' ? outcome.after.run : await findRunById(db, ids.run_id);
  if (run === null) throw notFound('run');
  return { run, outcome: outcome.outcome };
}
