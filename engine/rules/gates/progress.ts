import type { Approvals } from '#contract/gate.ts';
import { defined } from '#contract/defined.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { GateStage, HoldingGate, StageClock } from '../../documents/applied-gate.ts';
import type { DecisionDocument } from '../../documents/tool-call.ts';

/** The stage of a gate that is to be fulfilled next, and how far it is. */
export interface CurrentStage extends GateStage {
  /** From 0. */
  index: number;
  given: number;
}

/** How many different actors have to approve, in all stages. */
export function approvalsRequired({ stages }: Pick<HoldingGate, 'stages'>): number {
  return stages.reduce((sum, { approvals }) => sum + approvals, 0);
}

/** The stage that the next approval belongs to; undefined if all are fulfilled. */
export function currentStage(
  { stages }: Pick<HoldingGate, 'stages'>,
  given: Pick<DecisionDocument, 'stage'>[],
): CurrentStage | undefined {
  const counts = stages.map((_, index) => given.filter(({ stage = 0 }) => stage === index).length);
  const index = stages.findIndex(({ approvals }, at) => (counts[at] ?? 0) < approvals);
  const stage = stages[index];
  return stage === undefined ? undefined : { ...stage, index, given: counts[index] ?? 0 };
}

/** The approvals of a held call as people see them. */
export function shownApprovals(
  gate: HoldingGate,
  given: DecisionDocument[],
  { clock, withdrawn }: { clock: StageClock | undefined; withdrawn: number },
): Approvals {
  const stage = currentStage(gate, given);
  return {
    required: approvalsRequired(gate),
    given: given.map(({ actor, via = 'api_key', created_at, decision_id }) => ({
      actor,
      via,
      at: toTimestamp(created_at),
      ...defined({ decision_id }),
    })),
    ...(withdrawn === 0 ? {} : { withdrawn }),
    ...(stage === undefined || !hasStages(gate) ? {} : { stage: shownStage(gate, stage, clock) }),
  };
}

/** Whether there is more to say of the stages than how many approvals are needed. */
function hasStages({ stages }: HoldingGate): boolean {
  return stages.length > 1 || stages.some(({ group, via }) => group !== undefined || via !== undefined);
}

function shownStage(
  { stages }: HoldingGate,
  { index, approvals, given, group, via, escalate_to }: CurrentStage,
  clock: StageClock | undefined,
) {
  const escalated_at = clock?.escalated_at;
  return {
    number: index + 1,
    of: stages.length,
    required: approvals,
    given,
    ...defined({ group, via }),
    ...(escalated_at === undefined || escalate_to === undefined
      ? {}
      : { escalated_to: escalate_to, escalated_at: toTimestamp(escalated_at) }),
  };
}
