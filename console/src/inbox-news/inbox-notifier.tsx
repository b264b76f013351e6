import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { ApprovalChange } from '#contract/approval-change.ts';
import { useNow } from '../time/use-now.ts';
import { areNotificationsOn } from './browser-notifications.ts';
import { useExpiring } from './expiring.ts';
import { useInboxNews } from './inbox-news.ts';
import { type BrowserNotice, expiresSoon, expiryNotice, noticesOf } from './notices.ts';
import { waitingQuery } from './waiting-query.ts';

/** Follows the inbox on every page, and has the browser say what is new, and what expires soon, while no page is looked at. */
export function InboxNotifier() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const nowMs = useNow();
  const expiring = useExpiring();
  const reminded = useRef(new Set<string>());
  const show = useCallback(
    ({ tag, title, body, item }: BrowserNotice): void => {
      const notification = new Notification(title, { tag, body });
      notification.addEventListener('click', () => {
        focus();
        notification.close();
        const search = item && { call: item.tool_call_id, run: item.run_id };
        void navigate({ to: '/inbox', search: search ?? {} });
      });
    },
    [navigate],
  );
  useInboxNews(
    useCallback(
      (changes: ApprovalChange[]) => {
        if (!areNotificationsOn() || !document.hidden) return;
        const items = queryClient.getQueryData(waitingQuery.queryKey)?.items ?? [];
        noticesOf(changes, items).forEach(show);
      },
      [queryClient, show],
    ),
  );
  useEffect(() => {
    if (!areNotificationsOn() || !document.hidden) return;
    for (const item of expiring) {
      if (!expiresSoon(item, nowMs) || reminded.current.has(item.tool_call_id)) continue;
      reminded.current.add(item.tool_call_id);
      show(expiryNotice(item, nowMs));
    }
  }, [expiring, nowMs, show]);
  return null;
}
