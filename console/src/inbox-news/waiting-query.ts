import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { approvalsKey } from './approvals-key.ts';
import { useInboxIsLive } from './inbox-news.ts';

/** How often it is asked for what waits: often only while nobody tells. */
export const askAgainMs = { live: 60_000, deaf: 5000 } as const;
const mostCounted = 100;

/** The items of the whole workspace that have waited longest. */
export const waitingQuery = queryOptions({
  queryKey: [...approvalsKey, 'first'],
  queryFn: async ({ signal }) => {
    const query = { limit: mostCounted };
    const { data } = await api.GET('/v1/loom/approvals', { params: { query }, signal });
    return { items: data?.data ?? [], hasMore: data?.pagination.has_more === true };
  },
});

/** How many runs wait for somebody; `text` has a plus where there are more than are counted. */
export function useWaitingCount(): { count: number; text: string } {
  const isLive = useInboxIsLive();
  const { data } = useQuery({
    ...waitingQuery,
    refetchInterval: isLive ? askAgainMs.live : askAgainMs.deaf,
    // The title of a window that nobody looks at counts too.
    refetchIntervalInBackground: true,
  });
  const count = data?.items.length ?? 0;
  return { count, text: data?.hasMore === true ? `${count}+` : `${count}` };
}
