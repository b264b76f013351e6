import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { Schema } from '../api/schema.ts';

export type ApprovalPolicy = Schema<'ApprovalPolicy'>;

export const policiesKey = ['approval-policies'];

/** Every version of every approval policy. */
export function usePolicies(): UseQueryResult<ApprovalPolicy[]> {
  return useQuery({
    queryKey: policiesKey,
    queryFn: async ({ signal }) =>
      await allPages<ApprovalPolicy>(
        async (cursor) =>
          await api.GET('/v1/approval-policies', {
            params: { query: { limit: 100, ...(cursor && { cursor }) } },
            signal,
          }),
      ),
  });
}

/** The newest version of each key, in the order of the keys. */
export function newestOf(policies: readonly ApprovalPolicy[]): ApprovalPolicy[] {
  const newest = new Map<string, ApprovalPolicy>();
  for (const policy of policies) {
    const known = newest.get(policy.key);
    if (known === undefined || known.version < policy.version) newest.set(policy.key, policy);
  }
  return [...newest.values()].toSorted((a, b) => a.key.localeCompare(b.key));
}

/** The keys of the groups that a policy names. */
export function groupsOf({ rules, limits = [] }: Pick<ApprovalPolicy, 'rules' | 'limits'>): Set<string> {
  const stages = [...rules, ...limits].flatMap(({ stages = [] }) => stages);
  return new Set(
    stages.flatMap(({ group, escalate_to }) => [group, escalate_to]).filter((key) => key !== undefined),
  );
}
