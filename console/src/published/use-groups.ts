import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { Schema } from '../api/schema.ts';

export type ApproverGroup = Schema<'ApproverGroup'>;

export const groupsKey = ['approver-groups'];

/** Every group of approvers, in the order of their keys. */
export function useGroups(): UseQueryResult<ApproverGroup[]> {
  return useQuery({
    queryKey: [...groupsKey, 'all'],
    queryFn: async ({ signal }) => {
      const groups = await allPages<ApproverGroup>(
        async (cursor) =>
          await api.GET('/v1/approver-groups', {
            params: { query: { limit: 100, ...(cursor && { cursor }) } },
            signal,
          }),
      );
      return groups.toSorted((a, b) => a.key.localeCompare(b.key));
    },
  });
}
