import { defined } from '#contract/defined.ts';
import { api } from '../../../api/client.ts';
import { listQuery } from '../../../api/list-query.ts';
import type { Approval } from '../../../api/schema.ts';
import { approvalsKey } from '../../../inbox-news/approvals-key.ts';
import { askAgainMs } from '../../../inbox-news/waiting-query.ts';
import type { InboxSearch } from '../inbox-search.ts';

const pageSize = 100;

/**
 * Waiting items that match the filters, longest wait first.
 * @param name name of the signed-in person
 * @param isLive whether changes arrive as they happen
 */
export function waitingListQuery({ kind, risk, subject, mine }: InboxSearch, name: string, isLive: boolean) {
  const query = defined({ kind, risk, subject, actor: mine && name });
  return listQuery<Approval>({
    queryKey: [...approvalsKey, 'list', query],
    refetchMs: isLive ? askAgainMs.live : askAgainMs.deaf,
    load: async (cursor, signal) =>
      await api.GET('/v1/loom/approvals', {
        params: { query: { ...query, limit: pageSize, ...defined({ cursor }) } },
        signal,
      }),
  });
}
