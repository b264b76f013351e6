import type { Input } from '#engine/rules/inputs.ts';
import type { AcceptingEngine } from '#engine/steps/engine.ts';
import { acceptInput } from '#engine/steps/accept-input.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import { visibleRun } from './visible-run.ts';

/** What accepting input for a run needs. */
export interface InputServices {
  engine: AcceptingEngine;
  endedRuns: EndedRuns;
}

/**
 * Accepts input for a run that the caller may see.
 * @param input may depend on the run as it is read
 * @returns the run after it
 * @throws {ServiceError} `not_found`, and those of the input
 */
export async function acceptInputFor(
  { engine, endedRuns }: InputServices,
  caller: Caller,
  runId: string,
  input: Input | ((run: RunDocument) => Promise<Input>),
): Promise<RunDocument> {
  const visible = await visibleRun(endedRuns, caller, runId);
  const { _id, thread_id, turn_count } = visible;
  const known = typeof input === 'function' ? await input(visible) : input;
  const { run } = await acceptInput(engine, { run_id: _id, thread_id, turn_count }, known);
  return run;
}
