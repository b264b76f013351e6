import { useEffect, useMemo } from 'react';
import type { Approval } from '../../../api/schema.ts';
import { type List, useList } from '../../../api/use-list.ts';
import { useApprover } from '../../../approvals/use-approver.ts';
import { useInboxIsLive } from '../../../inbox-news/inbox-news.ts';
import type { InboxSearch } from '../inbox-search.ts';
import { sorted } from './sorted.ts';
import { waitingListQuery } from './waiting-list-query.ts';

/** An order other than theirs needs all pages. More than this nobody looks through. */
const mostSorted = 1000;

/** The waiting items that were read, in the chosen order, with their query. */
export function useWaitingList(
  search: InboxSearch,
): List<Approval> & { query: ReturnType<typeof waitingListQuery> } {
  const { mine, sort, call } = search;
  const approver = useApprover();
  const isLive = useInboxIsLive();
  const query = waitingListQuery(search, approver.name, isLive);
  const list = useList(query);
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
  return { ...list, items: shown, query };
}
