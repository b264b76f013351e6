import { defined } from '#contract/defined.ts';
import type { GateStage, StageClock } from '../../documents/applied-gate.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { holdingGateOf } from './gate-of-call.ts';
import { currentStage } from './progress.ts';

/** The action for a call that has been waiting at a stage for long. */
export type StageAction = 'remind' | 'escalate';

/** A call with a gate, the approvals that it has and those that were taken back, and its clock. */
export type Clocked = {
  [Name in 'applied_gate' | 'approvals' | 'stage_clock' | 'withdrawn_decisions']?:
    ToolCallDocument[Name] | undefined;
};

/**
 * The clock of a held call at its next stage. It restarts whenever that becomes another stage, also when a call comes
 * back to an earlier one because an approval was withdrawn.
 * @returns undefined if no stage of the gate reminds or escalates
 */
export function clockOf(call: Clocked, now: Date): StageClock | undefined {
  const gate = holdingGateOf(call);
  const stage = currentStage(gate, call.approvals ?? []);
  if (stage === undefined || !gate.stages.some(isTimed)) return undefined;
  return call.stage_clock?.stage === stage.index ? call.stage_clock : { stage: stage.index, since: now };
}

/** The call with its clock as it is when it comes to its gate. */
export function withStageClock(call: ToolCallDocument, now: Date): ToolCallDocument {
  const { stage_clock: _, ...rest } = call;
  return { ...rest, ...defined({ stage_clock: clockOf(rest, now) }) };
}

/** The next action for a call that waits at a stage; undefined if there is none. */
export function nextAction(call: Clocked): Date | undefined {
  const times = pending(call).map(({ at }) => at.getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

/** The actions that are due for a call, the earliest first. Each is due once for each wait at a stage. */
export function dueActions(call: Clocked, now: Date): StageAction[] {
  return pending(call)
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ action }) => action);
}

/** The groups whose members may approve at a stage now; none if it accepts everybody. */
export function groupsAccepted(stage: GateStage, clock: StageClock | undefined): string[] {
  return [stage.group, escalatedTo(stage, clock)].filter((group) => group !== undefined);
}

/** The group that may approve at the current stage because the call was escalated. */
export function escalatedTo({ escalate_to }: GateStage, clock: StageClock | undefined): string | undefined {
  return clock?.escalated_at === undefined ? undefined : escalate_to;
}

function pending({ applied_gate, stage_clock }: Clocked): { action: StageAction; at: Date }[] {
  const { stages } = holdingGateOf({ applied_gate });
  const stage = stage_clock === undefined ? undefined : stages[stage_clock.stage];
  if (stage === undefined || stage_clock === undefined) return [];
  const { since, reminded_at, escalated_at } = stage_clock;
  const { remind_after, escalate_after } = stage;
  return [
    ...due('remind', since, reminded_at, remind_after),
    ...due('escalate', since, escalated_at, escalate_after),
  ];
}

function due(
  action: StageAction,
  since: Date,
  done: Date | undefined,
  afterSeconds: number | undefined,
): { action: StageAction; at: Date }[] {
  if (afterSeconds === undefined || done !== undefined) return [];
  return [{ action, at: new Date(since.getTime() + afterSeconds * 1000) }];
}

function isTimed({ remind_after, escalate_after }: GateStage): boolean {
  return remind_after !== undefined || escalate_after !== undefined;
}
