import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Change } from '../../api/schema.ts';

/** Decides on a change. */
export function useDecideChange({ id }: Change) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (decision: 'approve' | 'reject') => {
      const params = { path: { id } };
      if (decision === 'approve') await api.POST('/v1/changes/{id}/approve', { params });
      else await api.POST('/v1/changes/{id}/reject', { params, body: {} });
    },
    // The changed resource is on other pages.
    onSuccess: async () => await queries.invalidateQueries(),
  });
}
