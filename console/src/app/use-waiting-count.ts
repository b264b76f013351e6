import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

const countAgainMs = 10_000;
const mostCounted = 100;

/** How many runs wait for somebody; `text` has a plus where there are more than are counted. */
export function useWaitingCount(): { count: number; text: string } {
  const { data } = useQuery({
    queryKey: ['approvals', 'count'],
    refetchInterval: countAgainMs,
    queryFn: async ({ signal }) =>
      (await api.GET('/v1/loom/approvals', { params: { query: { limit: mostCounted } }, signal })).data,
  });
  const count = data?.data.length ?? 0;
  return { count, text: data?.pagination.has_more === true ? `${count}+` : `${count}` };
}
