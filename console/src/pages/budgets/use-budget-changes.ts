import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { NewBudget } from '../../api/schema.ts';
import { budgetsQuery } from './budgets-query.ts';

/** Makes, changes and deletes budgets. */
export function useBudgetChanges() {
  const queries = useQueryClient();
  const refresh = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: budgetsQuery.options.queryKey });
  const put = useMutation({
    mutationFn: async (body: NewBudget) => await api.PUT('/v1/budgets', { body }),
    // The form is closed at once.
    onSuccess: () => void refresh(),
  });
  const remove = useMutation({
    mutationFn: async (id: string) => await api.DELETE('/v1/budgets/{id}', { params: { path: { id } } }),
    onSuccess: refresh,
  });
  return { put, remove };
}
