import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { GroupMembership, HoldingGate, StageClock } from '../../documents/applied-gate.ts';
import type { RunDocument } from '../../documents/run.ts';
import type { DecisionDocument, ToolCallDocument } from '../../documents/tool-call.ts';
import { holdingGateOf } from './gate-of-call.ts';
import { isKnownIn, type Known } from './known-by.ts';
import { isMaker } from './makers.ts';
import { currentStage } from './progress.ts';
import { groupsAccepted } from './stage-clock.ts';

/** Somebody who wants to approve a call. */
export interface Approver extends Known {
  actor: string;
  /** The approver groups that the actor was in when they were read. Default: none. */
  memberships?: GroupMembership[] | undefined;
}

/**
 * The stage to which an actor's approval of a held call belongs, and the membership that it relies on: the write that
 * records it must make sure that it still holds.
 * @throws {ServiceError} `forbidden_approver`
 */
export function mayApprove(...asked: Parameters<typeof stageFor>): StageOfApproval {
  const found = stageFor(...asked);
  if ('refusal' in found) throw new ServiceError('forbidden_approver', found.refusal);
  return found;
}

/** The stage to which an approval belongs, and the membership that it relies on. */
export interface StageOfApproval {
  stage: number;
  membership?: GroupMembership;
}

/** A call at its gate. */
export interface GateProgress {
  gate: HoldingGate;
  /** Default: none. */
  given?: DecisionDocument[] | undefined;
  /** Default: nobody. */
  revised_by?: string[] | undefined;
  /** Undefined if it has none, or does not wait yet. */
  clock?: StageClock | undefined;
}

/** A call that is held. */
export function gateProgressOf(call: ToolCallDocument): GateProgress {
  const { approvals: given, revised_by, stage_clock: clock } = call;
  return { gate: holdingGateOf(call), given, revised_by, clock };
}

/** The same, or why the actor may not approve. */
export function stageFor(
  run: Pick<RunDocument, 'subject_ref' | 'makers'>,
  { gate, given = [], revised_by, clock }: GateProgress,
  { actor, memberships = [], ...known }: Approver,
): StageOfApproval | { refusal: string } {
  const stage = currentStage(gate, given);
  if (stage === undefined) throw new Error('a call with all of its approvals is held');
  if (gate.exclude_subject === true && isMaker(run, defined({ revised_by }), actor)) {
    return {
      refusal:
        'The subject of the run, and those who wrote its messages or revised the call, may not approve it.',
    };
  }
  if (stage.via !== undefined && !isKnownIn(stage.via, known)) {
    return { refusal: `The gate does not accept approvals of actors who are known by ${known.via}.` };
  }
  if (stage.group === undefined) return { stage: stage.index };
  const accepted = groupsAccepted(stage, clock);
  const membership = memberships.find(({ group }) => accepted.includes(group));
  if (membership === undefined)
    return { refusal: `Only members of the group ${accepted.join(' or ')} may approve now.` };
  return { stage: stage.index, membership };
}
