import type { RunDocument } from '#engine/documents/run.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { acceptInput } from '#engine/steps/accept-input.ts';
import type { AcceptingEngine } from '#engine/steps/engine.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import { justRead, visibleRun } from './visible-run.ts';

/** The dependencies of accepting input for a run. */
export interface InputServices {
  engine: AcceptingEngine;
  endedRuns: EndedRuns;
}

/**
 * Accepts input for a run that the caller may see.
 * @returns the run after it
 * @throws {ServiceError} `not_found`, and those of the input
 */
export async function acceptInputFor(
  services: InputServices,
  caller: Caller,
  runId: string,
  input: Input,
): Promise<RunDocument> {
  const run = await visibleRun(services.endedRuns, caller, runId);
  return await acceptInputOf(services, run, input);
}

/**
 * Accepts input for a run that was read before.
 * @returns the run after it
 * @throws {ServiceError} those of the input
 */
export async function acceptInputOf(
  { engine }: Pick<InputServices, 'engine'>,
  before: RunDocument,
  input: Input,
): Promise<RunDocument> {
  const { _id, thread_id, turn_count } = before;
  const ids = { run_id: _id, thread_id, turn_count };
  const { run } = await acceptInput(engine, ids, input, justRead(before));
  return run;
}
