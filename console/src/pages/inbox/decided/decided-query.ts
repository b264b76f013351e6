import { defined } from '#contract/defined.ts';
import { api } from '../../../api/client.ts';
import { listQuery } from '../../../api/list-query.ts';
import type { DecidedCall } from '../../../api/schema.ts';
import { approvalsKey } from '../../../inbox-news/approvals-key.ts';
import { askAgainMs } from '../../../inbox-news/waiting-query.ts';
import type { InboxSearch } from '../inbox-search.ts';

/** Past decisions. @param isLive whether changes arrive as they happen */
export const decidedQuery = (decision: InboxSearch['decision'], isLive: boolean) =>
  listQuery<DecidedCall>({
    queryKey: [...approvalsKey, 'decided', decision],
    refetchMs: isLive ? askAgainMs.live : askAgainMs.deaf,
    load: async (cursor, signal) =>
      await api.GET('/v1/loom/approvals/decided', {
        params: { query: defined({ cursor, decision }) },
        signal,
      }),
  });
