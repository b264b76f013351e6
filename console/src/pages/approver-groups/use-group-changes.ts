import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, madeOf } from '../../api/client.ts';
import type { NewApproverGroup } from '../../api/schema.ts';
import { groupsKey } from '../../published/groups-query.ts';

/** Makes, replaces and deletes groups, by their keys. */
export function useGroupChanges() {
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => await queries.invalidateQueries({ queryKey: groupsKey });
  const put = useMutation({
    mutationFn: async ({ key, ...body }: NewApproverGroup & { key: string }) =>
      madeOf(await api.PUT('/v1/approver-groups/{key}', { params: { path: { key } }, body })),
    // The form is closed at once.
    onSuccess: () => void refresh(),
  });
  const remove = useMutation({
    mutationFn: async (key: string) =>
      madeOf(await api.DELETE('/v1/approver-groups/{key}', { params: { path: { key } } })),
    onSuccess: refresh,
  });
  return { put, remove };
}
