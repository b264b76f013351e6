import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { patchesQuery } from '../../published/patches-query.ts';

/** Imports tools of a server by their names. */
export function useImport(connectionId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ tools, prefix }: { tools: string[]; prefix: string }) =>
      dataOf(
        await api.POST('/v1/connections/{id}/import-tools', {
          params: { path: { id: connectionId } },
          body: { tools, ...(prefix.trim() !== '' && { prefix: prefix.trim() }) },
        }),
      ),
    onSuccess: async () => await queries.invalidateQueries({ queryKey: patchesQuery.queryKey }),
  });
}
