import { useQueries } from '@tanstack/react-query';
import type { Approval } from '../../../api/schema.ts';
import { refusalToApprove } from '../../../approvals/may-approve.ts';
import { useApprover } from '../../../approvals/use-approver.ts';
import { groupQuery } from '../../../published/groups-query.ts';

/** Why the signed-in person may not approve a call. Only a hint: the API decides. */
export function useRefusalOf(items: readonly Approval[]): (item: Approval) => string | undefined {
  const approver = useApprover();
  const keys = [...new Set(items.flatMap(({ approvals }) => approvals?.stage?.group ?? []))];
  const groups = useQueries({ queries: keys.map((key) => groupQuery(key)) });
  const groupOf = (key: string | undefined) => groups[keys.indexOf(key ?? '')]?.data;
  return ({ approvals }) =>
    approvals === undefined
      ? undefined
      : refusalToApprove(approvals, approver, groupOf(approvals.stage?.group));
}
