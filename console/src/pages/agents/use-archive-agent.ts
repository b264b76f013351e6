import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { agentsQuery } from '../../published/agents-query.ts';

/** Archives a version of an agent, by its id. */
export function useArchiveAgent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => await api.POST('/v1/agents/{id}/archive', { params: { path: { id } } }),
    onSuccess: async () => await queries.invalidateQueries({ queryKey: agentsQuery.queryKey }),
  });
}
