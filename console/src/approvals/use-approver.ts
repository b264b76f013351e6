import { useQuery } from '@tanstack/react-query';
import type { Approvals } from '../conversation/event-data.ts';
import { groupQuery } from '../published/groups-query.ts';
import { useCanSign } from '../passkeys/own-passkeys.ts';
import { useSession } from '../session/session.ts';
import { type Approver, refusalToApprove, refusalToRevise } from './may-approve.ts';

/** The signed-in person as an approver. */
export function useApprover(): Approver {
  const { name, at_provider } = useSession();
  return { name, via: at_provider ? 'console' : 'api_key', signs: useCanSign() };
}

/** Why the signed-in person may not approve or correct now. Undefined if no reason is known. */
export function useRefusals(approvals: Approvals | undefined): { toApprove?: string; toRevise?: string } {
  const approver = useApprover();
  const { data: group } = useGroup(approvals?.stage?.group);
  if (approvals === undefined) return {};
  const toApprove = refusalToApprove(approvals, approver, group);
  const toRevise = refusalToRevise(approvals, approver, group);
  return {
    ...(toApprove === undefined ? {} : { toApprove }),
    ...(toRevise === undefined ? {} : { toRevise }),
  };
}

/** The group of a stage that names one. */
export function useGroup(key: string | undefined) {
  return useQuery({ ...groupQuery(key ?? ''), enabled: key !== undefined });
}
