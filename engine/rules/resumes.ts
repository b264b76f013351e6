import type { LoadedRun } from '../documents/run.ts';
import { withEnds } from './ends.ts';
import { pauseOf } from './pause.ts';
import type { Step } from './step.ts';

/**
 * The part of a step after which a run no longer waits for some calls. It continues if it waits for no other one
 * (gate.set.resumed-last).
 */
export function resumes(
  stored: LoadedRun,
  resolved: readonly { tool_call_id: string }[],
  by: Step['by'] = 'client',
): Pick<Step, 'by' | 'state' | 'tell' | 'pauses'> {
  const ids = new Set(resolved.map(({ tool_call_id }) => tool_call_id));
  const left = (stored.run.pauses ?? []).filter(({ tool_call_id }) => !ids.has(tool_call_id));
  if (left.length > 0) return { by, pauses: withEnds(left) };
  return { by, state: { state: 'running' }, ...(by === 'client' ? tellsResolved(stored) : {}) };
}

/** The same for a call that is to be made from now on, also while the run waits for others. */
export function resumesToMake(stored: LoadedRun, callId: string): ReturnType<typeof resumes> {
  return { ...resumes(stored, [{ tool_call_id: callId }]), ...tellsResolved(stored) };
}

/** The workflow is notified that an item for which it waits is resolved. */
export function tellsResolved(stored: LoadedRun): Pick<Step, 'tell'> {
  const pause = pauseOf(stored);
  return pause === undefined ? {} : { tell: { kind: 'resume', tool_call_id: pause.tool_call_id } };
}
