import { notFound } from '#contract/errors.ts';
import type { RunDocument } from '#store/documents/run.ts';
import { type Caller, scopeOf } from '../authentication/caller.ts';
import type { Services } from '../services.ts';

/**
 * A run that the caller may see.
 * @throws {ServiceError} `not_found` for a run that does not exist or belongs to somebody else, without distinction
 */
export async function visibleRun({ endedRuns }: Services, caller: Caller, id: string): Promise<RunDocument> {
  const run = await endedRuns.find(scopeOf(caller), id);
  if (run === null) throw notFound('run');
  return run;
}
