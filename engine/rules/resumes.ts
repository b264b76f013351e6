import type { LoadedRun } from '../documents/run.ts';
import { awaitedFor, pauseOf } from './pause.ts';
import type { Step } from './step.ts';

/** The part of a client's step after which a run continues, because its pause is resolved. */
export function resumes(
  stored: LoadedRun,
  call: { _id: string },
): Required<Pick<Step, 'by' | 'state' | 'tell'>> {
  const pause = pauseOf(stored);
  const tool_call_id = pause === undefined ? call._id : awaitedFor(pause);
  return { by: 'client', state: { state: 'running' }, tell: { kind: 'resume', tool_call_id } };
}
