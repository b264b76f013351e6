import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, madeOf } from '../../api/client.ts';
import { type ConnectionFields, toChange, toNewConnection } from './connection-fields.ts';
import { connectionsQuery } from './queries.ts';

/** Adds, changes and deletes connections, by what their form holds. */
export function useConnectionChanges() {
  const queries = useQueryClient();
  const onSuccess = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: connectionsQuery.options.queryKey });
  const add = useMutation({
    mutationFn: async (fields: ConnectionFields) =>
      madeOf(await api.POST('/v1/connections', { body: toNewConnection(fields) })),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: async ({ id, fields }: { id: string; fields: ConnectionFields }) =>
      madeOf(await api.PATCH('/v1/connections/{id}', { params: { path: { id } }, body: toChange(fields) })),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: async (id: string) =>
      madeOf(await api.DELETE('/v1/connections/{id}', { params: { path: { id } } })),
    onSuccess,
  });
  return { add, change, remove };
}
