import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, madeOf } from '../../api/client.ts';
import type { NewPayee, PayeeChange } from '../../api/schema.ts';
import { payeesKey, paymentsKey } from '../../payments/queries.ts';

/** Adds, changes and deletes payees. */
export function usePayeeChanges() {
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => {
    // Payments show the status of their payee.
    await Promise.all(
      [payeesKey, paymentsKey].map(async (queryKey) => await queries.invalidateQueries({ queryKey })),
    );
  };
  const add = useMutation({
    mutationFn: async (body: NewPayee) => {
      const answer = await api.POST('/v1/payees', { body });
      return { payee: madeOf(answer), isNew: answer.response.status === 201 };
    },
    onSuccess: () => void refresh(),
  });
  const change = useMutation({
    mutationFn: async ({ id, body }: { id: string; body: PayeeChange }) =>
      madeOf(await api.PATCH('/v1/payees/{id}', { params: { path: { id } }, body })),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: async (id: string) =>
      madeOf(await api.DELETE('/v1/payees/{id}', { params: { path: { id } } })),
    // Its page, which is still there, must not read it again.
    onSuccess: () => void queries.invalidateQueries({ queryKey: [...payeesKey, 'list'] }),
  });
  return { add, change, remove };
}
