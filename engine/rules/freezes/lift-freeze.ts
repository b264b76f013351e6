import { defined } from '#contract/defined.ts';
import type { LoadedRun, PauseDocument } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { waitsFor } from '../calls.ts';
import { pauseWith } from '../gates/held-pause.ts';
import { released } from '../gates/cooling.ts';
import type { Input } from '../inputs.ts';
import { heldCalls } from '../pause.ts';
import { resumes, tellsResolved } from '../resumes.ts';
import type { Step } from '../step.ts';
import type { CallChange } from '../stored.ts';

/** A call that a freeze holds back. */
type FrozenCall = ToolCallDocument & Required<Pick<ToolCallDocument, 'frozen'>>;

/** The held calls of a run that freezes hold back. */
export function frozenCalls({ run, calls }: Pick<LoadedRun, 'run' | 'calls'>): FrozenCall[] {
  const held = new Set(heldCalls(run).map(({ tool_call_id }) => tool_call_id));
  return calls.filter(
    (call): call is FrozenCall =>
      call.frozen !== undefined && waitsFor(call) === 'confirmation' && held.has(call._id),
  );
}

/** The freezes that hold calls of a run back, which waits for these items; undefined if none does. */
export function freezesOf(pauses: readonly PauseDocument[] | undefined): string[] | undefined {
  const ids = new Set((pauses ?? []).flatMap(({ frozen }) => frozen?.freeze_id ?? []));
  return ids.size === 0 ? undefined : [...ids];
}

/**
 * Has calls made whose freeze was lifted (freeze.lifted), unless another one covers them, which then holds them back. The time in which
 * they must be sent begins with the lift; if that is not known, with their approval.
 * @returns nothing if those freezes hold no call back
 */
export function liftFreeze(
  stored: LoadedRun,
  { lifted }: Extract<Input, { type: 'freeze_lifted' }>,
): Step | undefined {
  const due = frozenCalls(stored).flatMap((call) => {
    const lift = lifted.find(
      ({ tool_call_id, freeze_id }) => tool_call_id === call._id && freeze_id === call.frozen.freeze_id,
    );
    return lift === undefined ? [] : [{ call, lift }];
  });
  if (due.length === 0) return undefined;
  let { run } = stored;
  const changes: CallChange[] = [];
  const made: ToolCallDocument[] = [];
  for (const { call, lift } of due) {
    if (lift.frozen === undefined) {
      made.push(call);
      changes.push(madeSince(call, lift.lifted_at));
      continue;
    }
    const set = { frozen: lift.frozen, approval_changes: (call.approval_changes ?? 0) + 1 };
    run = { ...run, ...pauseWith({ run }, { ...call, ...set }) };
    changes.push({ before: call, set });
  }
  const { pauses = [] } = run;
  const calls = { calls: changes };
  if (made.length === 0) return { by: 'client', pauses, ...calls };
  const after = { ...stored, run };
  const items = made.map(({ _id }) => ({ tool_call_id: _id }));
  return { ...resumes(after, items), ...tellsResolved(after), ...calls };
}

function madeSince(call: FrozenCall, liftedAt: Date | undefined): CallChange {
  const { set, unset = [], before } = released(call);
  const not_before = liftedAt ?? set.decision?.created_at;
  return { before, set: { ...set, ...defined({ not_before }) }, unset: [...unset, 'frozen'] };
}
