import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, dataOf } from '../api/client.ts';
import type { ApproverGroup } from '../api/schema.ts';

/** Query key of groups. */
export const groupsKey = ['approver-groups'];

/** Every group of approvers, in the order of their keys. */
export const groupsQuery = queryOptions({
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

/** A group of approvers. */
export const groupQuery = (key: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'one', key],
    retry: false,
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/approver-groups/{key}', { params: { path: { key } }, signal })),
  });
