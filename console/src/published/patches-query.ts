import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, dataOf } from '../api/client.ts';
import type { Patch } from '../api/schema.ts';

/** Every version of every patch. */
export const patchesQuery = queryOptions({
  queryKey: ['patches'],
  queryFn: async ({ signal }) =>
    await allPages<Patch>(
      async (cursor) =>
        await api.GET('/v1/patches', {
          params: { query: { limit: 100, ...(cursor && { cursor }) } },
          signal,
        }),
    ),
});

/** A version of a patch, which never changes. */
export const patchQuery = (ref: string) =>
  queryOptions({
    queryKey: ['patches', ref],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/patches/{ref}', { params: { path: { ref } }, signal })),
  });
