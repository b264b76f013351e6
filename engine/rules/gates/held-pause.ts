import { defined } from '#contract/defined.ts';
import type { Approvals } from '#contract/gate.ts';
import type { LoadedRun, PauseDocument } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { actorKey } from '#contract/same-actor.ts';
import { heldAs } from '../pause.ts';
import { withEnds } from '../ends.ts';
import type { Step } from '../step.ts';
import { holdingGateOf } from './gate-of-call.ts';
import { currentStage, shownApprovals } from './progress.ts';
import { type Clocked, escalatedTo, nextAction } from './stage-clock.ts';

/**
 * The approvals of a held call as people see them.
 * @param excluded who may not approve it although its stage accepts them
 */
export function approvalsOf(call: Clocked, excluded?: string[]): Approvals {
  const { approvals = [], stage_clock, withdrawn_decisions = [] } = call;
  const shown = shownApprovals(holdingGateOf(call), approvals, {
    clock: stage_clock,
    withdrawn: withdrawn_decisions.length,
  });
  return { ...shown, ...defined({ excluded }) };
}

/** The part of a step that leaves a call held, and changes what is shown of its approvals. */
export function pauseWith(
  { run }: Pick<LoadedRun, 'run'>,
  call: Clocked & Pick<ToolCallDocument, '_id' | 'not_before' | 'frozen'>,
): Required<Pick<Step, 'pauses'>> {
  const held = heldAs(run, call._id);
  if (held === undefined) throw new Error(`call ${call._id} is held and shows nothing`);
  const { approved_by: _, group: __, escalated_to: ___, wake_at: ____, ...rest } = held;
  const { not_before: _____, frozen: ______, ...kept } = rest;
  const approvers = (call.approvals ?? []).map(({ actor }) => actorKey(actor));
  const after = {
    ...kept,
    ...(approvers.length === 0 ? {} : { approved_by: approvers }),
    ...atStage(call),
    ...defined({ not_before: call.not_before, frozen: call.frozen }),
    approvals: approvalsOf(call, held.excluded),
  };
  return { pauses: withEnds((run.pauses ?? []).map((pause) => (pause === held ? after : pause))) };
}

/** Fields that the inbox filters on, current approvers, and when something is due next. */
export function atStage(
  call: Clocked & Pick<ToolCallDocument, 'not_before' | 'frozen'>,
): Pick<PauseDocument, 'group' | 'escalated_to' | 'wake_at'> {
  const stage = currentStage(holdingGateOf(call), call.approvals ?? []);
  return defined({
    group: stage?.group,
    escalated_to: stage && escalatedTo(stage, call.stage_clock),
    // Nobody knows when a freeze is lifted.
    wake_at: call.frozen === undefined ? (call.not_before ?? nextAction(call)) : undefined,
  });
}
