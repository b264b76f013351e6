import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { listQuery, pagesOf } from '../api/list-query.ts';
import type { Approval } from '../api/schema.ts';
import { useApprover } from '../approvals/use-approver.ts';
import type { Approver } from '../approvals/may-approve.ts';
import { serverNowMs } from '../time/clock.ts';
import { useRefusal } from '../ui/rights.ts';
import { approvalsKey } from './approvals-key.ts';
import { soonMs } from './notices.ts';

const pageSize = 100;
/** An item that is not yet near its expiry may be before the next read. */
const askAgainMs = 60_000;

/** Questions and actions wait for everybody who may decide; held calls for those who may approve them now. */
const kinds = ['confirmation', 'action', 'question'] as const;

/** All items of a person that expire soon, earliest first. Read while a tab is open, visible or not. */
const expiringQuery = ({ name, via }: Approver) =>
  queryOptions({
    queryKey: [...approvalsKey, 'expiring', name, via],
    queryFn: async ({ signal }) => {
      const expires_before = new Date(serverNowMs() + soonMs + askAgainMs).toISOString();
      const found = await Promise.all(
        kinds.map(async (kind) => {
          const actor = kind === 'confirmation' ? { actor: name } : {};
          return await allOf({ kind, ...actor, expires_before }, signal);
        }),
      );
      return found
        .flat()
        .filter(({ approvals }) => approvals?.stage?.via?.includes(via) ?? true)
        .toSorted((one, other) => Date.parse(one.expires_at) - Date.parse(other.expires_at));
    },
    refetchInterval: askAgainMs,
    refetchIntervalInBackground: true,
  });

interface Expiring {
  kind: Approval['kind'];
  actor?: string;
  expires_before: string;
}

async function allOf(query: Expiring, signal: AbortSignal): Promise<Approval[]> {
  const { loadPage } = listQuery<Approval>({
    queryKey: [],
    load: async (cursor, signal) =>
      await api.GET('/v1/loom/approvals', {
        params: { query: { ...query, limit: pageSize, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
  });
  const found: Approval[] = [];
  for await (const page of pagesOf({ loadPage }, signal)) found.push(...page);
  return found;
}

/** Items of the signed-in person that expire soon. Empty for people who may not decide. */
export function useExpiring(): Approval[] {
  const approver = useApprover();
  const mayDecide = useRefusal('approver') === undefined;
  const { data } = useQuery({ ...expiringQuery(approver), enabled: mayDecide });
  return data ?? none;
}

const none: Approval[] = [];
