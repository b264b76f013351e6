import { z } from 'zod';
import { ApprovalKindName, ShownApproval } from '#contract/approval.ts';
import { Actor, AgentId, PatchRef, SubjectRef } from '#contract/ids.ts';
import { PatchKey } from '#contract/patch.ts';
import { RiskLevel } from '#contract/risk.ts';
import { Moment } from '#contract/usage.ts';
import { membershipsOf } from '#store/approver-groups/membership.ts';
import type { Database } from '#store/mongo/database.ts';
import { listWaitingItems, toItem } from '#store/runs/approvals.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listApprovals = listEndpoint({
  operation: 'listApprovals',
  summary: 'List items that wait for a person, longest waiting first',
  path: '/v1/loom/approvals',
  access: 'subject-or-workspace',
  noun: 'approval',
  role: 'viewer',
  filters: {
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
  },
  item: ShownApproval,
  read: async ({ db }: { db: Database }, filter, limit, after) => {
    const now = new Date();
    const { workspace_id, actor } = filter;
    const memberships = actor === undefined ? [] : await membershipsOf(db, workspace_id, actor);
    const groups = memberships.map(({ group }) => group);
    return await listWaitingItems(db, { ...filter, groups, now }, limit, after);
  },
  present: toItem,
});
