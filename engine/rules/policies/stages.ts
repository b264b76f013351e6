import type { ApprovalPolicyDefinition, ApprovalStage } from '#contract/approval-policy.ts';
import { actorKey } from '#contract/same-actor.ts';

type Staged = Pick<ApprovalPolicyDefinition, 'rules' | 'limits'>;

/** What holds a call that nothing says more about. */
export const oneApproval: ApprovalStage[] = [{ approvals: 1 }];

/** Whether the first stages are stricter: more of them, or else more approvals in all. */
export function isStricter(one: readonly ApprovalStage[], other: readonly ApprovalStage[]): boolean {
  if (one.length !== other.length) return one.length > other.length;
  return approvalsOf(one) > approvalsOf(other);
}

/** How many different actors all stages need. */
export function approvalsOf(stages: readonly ApprovalStage[]): number {
  return stages.reduce((sum, { approvals }) => sum + approvals, 0);
}

/** The strictest stages of some, of which the first ones win. */
export function strictest(all: readonly (readonly ApprovalStage[])[]): readonly ApprovalStage[] {
  return all.reduce<readonly ApprovalStage[]>(
    (best, stages) => (isStricter(stages, best) ? stages : best),
    all[0] ?? oneApproval,
  );
}

/** The strictest stages that a policy names anywhere. */
export function strictestOf(policy: Staged): readonly ApprovalStage[] {
  return strictest(stagesIn(policy).map(({ stages }) => stages));
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
 * Whether the members of the groups can fulfil all stages, though each of them counts once. Hall's theorem: they can if, of
 * any of the stages, the groups have together as many members as these stages need. Nobody has to wait for an escalation to
 * fulfil them, but there must be somebody to escalate to.
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
  for (let chosen = 1; chosen < 2 ** grouped.length; chosen += 1) {
    const some = grouped.filter((_, index) => Math.floor(chosen / 2 ** index) % 2 === 1);
    const able = new Set(some.flatMap(({ group = '' }) => (members.get(group) ?? []).map(actorKey)));
    if (able.size < approvalsOf(some)) return false;
  }
  return true;
}
