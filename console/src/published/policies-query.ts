import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { ApprovalPolicy } from '../api/schema.ts';

/** Every version of every approval policy. */
export const policiesQuery = queryOptions({
  queryKey: ['approval-policies'],
  queryFn: async ({ signal }) =>
    await allPages<ApprovalPolicy>(
      async (cursor) =>
        await api.GET('/v1/approval-policies', {
          params: { query: { limit: 100, ...(cursor && { cursor }) } },
          signal,
        }),
    ),
});
