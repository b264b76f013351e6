import type { PauseKind } from '#contract/run-state.ts';
import type { LoadedRun, PauseDocument } from '../documents/run.ts';
import type { ThreadPauseDocument } from '../documents/thread.ts';

/** The pause of a run, over or not; undefined if it is not paused. */
export function pauseOf({ run, thread }: Pick<LoadedRun, 'run' | 'thread'>): ThreadPauseDocument | undefined {
  return thread.pauses.find(({ run_id }) => run_id === run._id);
}

/** Whether a pause is of a type, which says what it shows. */
export function isPauseFor<Type extends PauseKind>(
  pause: PauseDocument,
  type: Type,
): pause is PauseDocument<Type> {
  return pause.type === type;
}

/** The call for which the workflow of a paused run waits: one that an approver has revised takes the place of the first. */
export function awaitedFor({ first_call_id, tool_call_id }: ThreadPauseDocument): string {
  return first_call_id ?? tool_call_id;
}
