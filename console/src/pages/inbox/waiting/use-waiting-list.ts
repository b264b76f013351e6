import { useEffect, useMemo } from 'react';
import { defined } from '#contract/defined.ts';
import { api } from '../../../api/client.ts';
import type { Approval } from '../../../api/schema.ts';
import { type List, useList } from '../../../api/use-list.ts';
import { useApprover } from '../../../approvals/approval-stages.tsx';
import { useInboxIsLive } from '../../../inbox-news/inbox-news.ts';
import { askAgainMs } from '../../../inbox-news/waiting-query.ts';
import type { InboxSearch } from '../inbox-search.ts';
import { sorted } from './sorted.ts';

const pageSize = 100;
/** An order other than theirs needs all pages. More than this nobody looks through. */
const mostSorted = 1000;

/** What waits, as far as it was read, in the order that was chosen; with the key of its query. */
export function useWaitingList({ kind, risk, subject, mine, sort, call }: InboxSearch): List<Approval> & {
  queryKey: unknown[];
} {
  const approver = useApprover();
  const isLive = useInboxIsLive();
  const query = defined({ kind, risk, subject, actor: mine && approver.name });
  const queryKey = ['approvals', 'list', query];
  const list = useList<Approval>({
    queryKey,
    refetchMs: isLive ? askAgainMs.live : askAgainMs.deaf,
    load: async (cursor, signal) =>
      await api.GET('/v1/loom/approvals', {
        params: { query: { ...query, limit: pageSize, ...defined({ cursor }) } },
        signal,
      }),
  });
  const { items, hasMore, loadingMore, error, loadMore } = list;
  const isHere = call === undefined || items.some(({ tool_call_id }) => tool_call_id === call);
  const wantsMore = (sort !== undefined && sort !== 'age') || !isHere;
  useEffect(() => {
    if (wantsMore && hasMore && !loadingMore && error === null && items.length < mostSorted) loadMore();
  }, [wantsMore, hasMore, loadingMore, error, items.length, loadMore]);
  const shown = useMemo(() => {
    // The filter by approver does not know how one is signed in.
    const mayApprove = items.filter(
      ({ approvals }) => mine !== true || (approvals?.stage?.via?.includes(approver.via) ?? true),
    );
    return sorted(mayApprove, sort);
  }, [items, mine, approver.via, sort]);
  return { ...list, items: shown, queryKey };
}
