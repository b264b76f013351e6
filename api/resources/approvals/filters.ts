import { ApprovalKindName } from '#contract/approval.ts';
import { Actor, AgentId, PatchRef, SubjectRef } from '#contract/ids.ts';
import { PatchKey } from '#contract/patch.ts';
import { RiskLevel } from '#contract/risk.ts';
import { Moment } from '#contract/usage.ts';
import { z } from 'zod';
import { membershipsOf } from '#store/approver-groups/membership.ts';
import type { Database } from '#store/mongo/database.ts';
import type { ApprovalFilter } from '#store/runs/approvals.ts';

/** The filters of the inbox, and of its totals. */
export const approvalFilters = {
  kind: ApprovalKindName.optional(),
  patch: z
    .union([PatchRef, PatchKey], 'must be a patch reference, key@version, or a patch key')
    .optional()
    .meta({ description: 'A patch reference, or the key of a patch for all of its versions.' }),
  risk: RiskLevel.optional(),
  agent_id: AgentId.optional(),
  subject: SubjectRef.optional(),
  actor: Actor.optional().meta({
    description: 'Held writes that this actor may approve now, and has not yet.',
  }),
  expires_before: Moment.optional().meta({
    description: 'Only items that expire before this time.',
    override: { type: 'string', format: 'date-time' },
  }),
};

/** The filters as they are applied now, with the approver groups of the actor. */
export async function asOfNow(
  db: Database,
  filter: Omit<ApprovalFilter, 'groups' | 'now'>,
): Promise<ApprovalFilter> {
  const now = new Date();
  const { workspace_id, actor } = filter;
  const memberships = actor === undefined ? [] : await membershipsOf(db, workspace_id, actor);
  return { ...filter, groups: memberships.map(({ group }) => group), now };
}
