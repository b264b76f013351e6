import type { ApprovalPolicyDefinition, ApprovalStage } from '#contract/approval-policy.ts';
import { defined } from '#contract/defined.ts';
import { actorKey } from '#contract/same-actor.ts';
import type { GateStage } from '../../documents/applied-gate.ts';

type Staged = Pick<ApprovalPolicyDefinition, 'rules' | 'limits'>;

/** The gate of a call without any other rule. */
export const oneApproval: ApprovalStage[] = [{ approvals: 1 }];

/** How many different actors all stages need. */
export function approvalsOf(stages: readonly ApprovalStage[]): number {
  return stages.reduce((sum, { approvals }) => sum + approvals, 0);
}

/**
 * Stages that hold a call together (approval-policy.apply.add-up): none is dropped, and none gets another group or other ways of
 * being known. A stage of one list and a stage of another with the same group and ways are one, with the most approvals. Two such
 * stages of one list stay two.
 */
export function addUp(lists: readonly (readonly ApprovalStage[])[]): ApprovalStage[] {
  const all: ApprovalStage[] = [];
  for (const list of lists) {
    const taken = new Set<number>();
    for (const stage of list) {
      const at = all.findIndex((other, index) => !taken.has(index) && isSame(other, stage));
      const same = all[at];
      if (same === undefined) all.push(stage);
      else all[at] = together(same, stage);
      taken.add(same === undefined ? all.length - 1 : at);
    }
  }
  return all;
}

/** A stage as it is stored with what it holds. */
export function toStage({ approvals, ...options }: ApprovalStage): GateStage {
  return { approvals, ...defined(options) };
}

function isSame(one: ApprovalStage, other: ApprovalStage): boolean {
  const ways = ({ via }: ApprovalStage) => via?.toSorted().join();
  return one.group === other.group && ways(one) === ways(other);
}

/** Combines two equal stages: nobody else may approve by an escalation that only one of them has. */
function together(one: ApprovalStage, other: ApprovalStage): ApprovalStage {
  const { group, via, escalate_to } = one;
  const earliest = [one.remind_after, other.remind_after].filter((after) => after !== undefined);
  const undo = [one.undo_seconds, other.undo_seconds].filter((seconds) => seconds !== undefined);
  const escalates = escalate_to !== undefined && escalate_to === other.escalate_to;
  return {
    approvals: Math.max(one.approvals, other.approvals),
    ...defined({ group, via }),
    ...(undo.length === 0 ? {} : { undo_seconds: Math.max(...undo) }),
    ...(earliest.length === 0 ? {} : { remind_after: Math.min(...earliest) }),
    ...(escalates
      ? { escalate_after: Math.max(one.escalate_after ?? 0, other.escalate_after ?? 0), escalate_to }
      : {}),
  };
}

/** All stages that a policy has: what holds a call of which something cannot be judged. */
export function allStages(policy: Staged): ApprovalStage[] {
  return addUp(stagesIn(policy).map(({ stages }) => stages));
}

/** All stages of a policy, with the dotted path of each list. */
export function stagesIn({ rules, limits = [] }: Staged): { path: string; stages: ApprovalStage[] }[] {
  const of = (field: string, holders: readonly { then: string; stages?: ApprovalStage[] | undefined }[]) =>
    holders.flatMap(({ then, stages = oneApproval }, index) =>
      then === 'hold' ? [{ path: `${field}.${index}.stages`, stages }] : [],
    );
  return [...of('rules', rules), ...of('limits', limits)];
}

/** The groups that a policy names. */
export function groupsOf(policy: Staged): string[] {
  const named = stagesIn(policy).flatMap(({ stages }) => stages.flatMap(groupsOfStage));
  return [...new Set(named)].toSorted();
}

/** The groups that a stage names: its own, and the one to which it is escalated. */
export function groupsOfStage({ group, escalate_to }: ApprovalStage): string[] {
  return [group, escalate_to].filter((named) => named !== undefined);
}

/**
 * Whether the members of the groups can fulfil all stages, though each of them counts once. Nobody has to wait for an escalation
 * to fulfil them, but there must be somebody to escalate to.
 *
 * Each place of a stage takes a member who has none yet, or one whose stage finds another one for its place: the way of Kuhn for
 * matchings. Each search looks at a stage once.
 * @param members of each group, by its key. A stage without a group takes anybody
 */
export function canBeFulfilled(
  stages: readonly ApprovalStage[],
  members: ReadonlyMap<string, readonly string[]>,
): boolean {
  const isNobody = ({ escalate_to }: ApprovalStage) =>
    escalate_to !== undefined && (members.get(escalate_to) ?? []).length === 0;
  if (stages.some(isNobody)) return false;
  const grouped = stages.filter(({ group }) => group !== undefined);
  const needed = approvalsOf(grouped);
  const able = grouped
    .map(({ approvals, group = '' }) => ({ approvals, actors: keysOf(members.get(group) ?? []) }))
    // A group with a member for each place of all stages has one left for each of its own.
    .filter(({ actors }) => actors.length < needed)
    .toSorted((one, other) => one.actors.length - other.actors.length);
  /** The stage that has each actor. */
  const taken = new Map<string, number>();
  const place = (stage: number, seen: Set<number>): boolean => {
    seen.add(stage);
    const actors = able[stage]?.actors ?? [];
    const free = actors.find((actor) => !taken.has(actor));
    if (free !== undefined) return taken.set(free, stage).size > 0;
    for (const actor of actors) {
      const holder = taken.get(actor) ?? stage;
      if (seen.has(holder) || !place(holder, seen)) continue;
      taken.set(actor, stage);
      return true;
    }
    return false;
  };
  return able.every(({ approvals }, stage) =>
    Array.from({ length: approvals }).every(() => place(stage, new Set())),
  );
}

function keysOf(actors: readonly string[]): string[] {
  return [...new Set(actors.map(actorKey))];
}
