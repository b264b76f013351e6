import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { Patch } from '../api/schema.ts';

export const patchesKey = ['patches'];

/** Every version of every patch. */
export function usePatches(): UseQueryResult<Patch[]> {
  return useQuery({
    queryKey: patchesKey,
    queryFn: async ({ signal }) =>
      await allPages<Patch>(
        async (cursor) =>
          await api.GET('/v1/patches', {
            params: { query: { limit: 100, ...(cursor && { cursor }) } },
            signal,
          }),
      ),
  });
}
