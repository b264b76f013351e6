import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

const refetchMs = 10_000;
const most = 100;

/** How many runs wait for somebody, where the navigation leads to them. */
export function WaitingCount() {
  const { data } = useQuery({
    queryKey: ['approvals', 'count'],
    refetchInterval: refetchMs,
    queryFn: async ({ signal }) =>
      (await api.GET('/v1/loom/approvals', { params: { query: { limit: most } }, signal })).data,
  });
  const count = data?.data.length ?? 0;
  if (count === 0) return null;
  const shown = data?.pagination.has_more === true ? `${count}+` : `${count}`;
  return (
    <span className="ml-auto rounded-full bg-warn-soft px-1.5 text-xs leading-5 font-semibold text-warn tabular-nums">
      {shown}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
