import { notFound } from '#contract/errors.ts';
import { isTerminal } from '#contract/run-state.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import { type Caller, scopeOf } from '../../http/authentication/caller.ts';

/**
 * A run that the caller may see.
 * @throws {ServiceError} `not_found` for a run that does not exist or belongs to somebody else, without distinction
 */
export async function visibleRun(endedRuns: EndedRuns, caller: Caller, id: string): Promise<RunDocument> {
  const run = await endedRuns.find(scopeOf(caller), id);
  if (run === null) throw notFound('run');
  return run;
}

/** A visible run if it was read for this request: one that has ended may have been read up to a minute before. */
export function justRead(run: RunDocument): RunDocument | undefined {
  return isTerminal(run.state) ? undefined : run;
}
