import { useQuery } from '@tanstack/react-query';
import type { Approvals } from '../conversation/event-data.ts';
import { groupQuery } from '../published/groups-query.ts';
import { useSession } from '../session/session.ts';
import { type Approver, refusalToApprove } from './may-approve.ts';

/** Whoever is signed in, as somebody who approves. */
export function useApprover(): Approver {
  const { name, at_provider } = useSession();
  return { name, via: at_provider ? 'console' : 'api_key' };
}

/** Why whoever is signed in may not approve now; undefined if nothing is known that speaks against it. */
export function useRefusalToApprove(approvals: Approvals | undefined): string | undefined {
  const approver = useApprover();
  const { data: group } = useGroup(approvals?.stage?.group);
  return approvals && refusalToApprove(approvals, approver, group);
}

/** The group of a stage that names one. */
export function useGroup(key: string | undefined) {
  return useQuery({ ...groupQuery(key ?? ''), enabled: key !== undefined });
}
