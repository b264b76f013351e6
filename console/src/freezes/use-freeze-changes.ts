import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, madeOf } from '../api/client.ts';
import type { Freeze, NewFreeze } from '../api/schema.ts';

/** Freezes calls, and lifts freezes. */
export function useFreezeChanges() {
  const queries = useQueryClient();
  // Held calls are on many pages.
  const refresh = async (): Promise<void> => await queries.invalidateQueries();
  const put = useMutation({
    mutationFn: async (body: NewFreeze) => dataOf(await api.PUT('/v1/freeze', { body })),
    onSuccess: () => void refresh(),
  });
  const lift = useMutation({
    mutationFn: async ({ scope, id }: Pick<Freeze, 'scope' | 'id'>) =>
      madeOf(
        await api.DELETE('/v1/freeze', { params: { query: { scope, ...(id === undefined ? {} : { id }) } } }),
      ),
    onSuccess: () => void refresh(),
  });
  return { put, lift };
}
