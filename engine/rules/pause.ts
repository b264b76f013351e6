import { defined } from '#contract/defined.ts';
import type { Frozen } from '#contract/freeze.ts';
import { fromJsonText, type JsonText } from '#contract/json-text.ts';
import type { PauseKind } from '#contract/run-state.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { FrozenBy } from '../documents/freeze.ts';
import type {
  LoadedRun,
  PauseDocument,
  PauseWithContent,
  RunDocument,
  ShownPause,
} from '../documents/run.ts';
import type { ThreadPauseDocument } from '../documents/thread.ts';

/** The pause of a run, over or not; undefined if it is not paused. */
export function pauseOf({ run, thread }: Pick<LoadedRun, 'run' | 'thread'>): ThreadPauseDocument | undefined {
  return thread.pauses.find(({ run_id }) => run_id === run._id);
}

/** Whether a pause is of a type, which says what it shows. */
export function isPauseFor<Type extends PauseKind>(
  pause: PauseWithContent,
  type: Type,
): pause is PauseWithContent<Type>;
export function isPauseFor<Type extends PauseKind>(
  pause: PauseDocument,
  type: Type,
): pause is PauseDocument<Type>;
export function isPauseFor<Type extends PauseKind>(pause: PauseDocument, type: Type): boolean {
  return pause.type === type;
}

/** The calls of a run that are held at their gates, and on which nobody has decided, in the model's order. */
export function heldCalls({ pauses = [] }: Pick<RunDocument, 'pauses'>): PauseDocument<'confirmation'>[] {
  return pauses.filter((pause) => isPauseFor(pause, 'confirmation'));
}

/** One of them; undefined if the call is not held. */
export function heldAs(
  run: Pick<RunDocument, 'pauses'>,
  callId: string | undefined,
): PauseDocument<'confirmation'> | undefined {
  return heldCalls(run).find(({ tool_call_id }) => tool_call_id === callId);
}

/** Whether calls of a run can be made now: it works, or waits for decisions on others of the same turn. */
export function makesCalls(run: Pick<RunDocument, 'state' | 'pauses'>): boolean {
  return run.state === 'running' || heldCalls(run).length > 0;
}

/** The freeze that holds a call back, as people see it. */
export function shownFreeze({ scope, id, reason, at }: FrozenBy): Frozen {
  return { scope, ...defined({ id }), reason, at: toTimestamp(at) };
}

/**
 * An item as people see it. Its end can become later, when others that would have closed the run are decided; a held call gets
 * approvals, and with the last of them it can have to wait, or be frozen.
 * @param text the stored content
 */
export function shownOf<Type extends PauseKind>(
  { approvals, expires_at, not_before, frozen }: PauseDocument<Type>,
  text: JsonText<ShownPause[Type]>,
): ShownPause[Type] {
  return {
    ...fromJsonText(text),
    ...defined({ approvals }),
    expires_at: toTimestamp(expires_at),
    ...(not_before === undefined || frozen !== undefined ? {} : { not_before: toTimestamp(not_before) }),
    ...(frozen === undefined ? {} : { frozen: shownFreeze(frozen) }),
  };
}
