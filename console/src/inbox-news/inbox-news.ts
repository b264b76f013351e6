import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { ApprovalChange } from '#contract/approval-change.ts';
import { approvalsKey } from './approvals-key.ts';
import { followInbox } from './follow-inbox.ts';

/** Changes within this time are read together. */
const gatherMs = 150;

const listeners = new Set<() => void>();
let live = false;

function setLive(now: boolean): void {
  if (now === live) return;
  live = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether changes arrive as they happen. Otherwise the inbox is polled. */
export function useInboxIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => live);
}

/** Follows the inbox while a page is open, and reads what waits again as it changes. Mount it once. */
export function useInboxNews(onChanges: (changes: ApprovalChange[]) => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    let gathered: ApprovalChange[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = async (): Promise<void> => {
      const changes = gathered;
      gathered = [];
      timer = undefined;
      await queryClient.invalidateQueries({ queryKey: approvalsKey });
      if (!signal.aborted) onChanges(changes);
    };
    const onChange = (change: ApprovalChange): void => {
      gathered.push(change);
      timer ??= setTimeout(() => void flush(), gatherMs);
    };
    // Refused for good, it is asked for as before.
    followInbox({ onChange, onLive: setLive, signal }).catch(() => setLive(false));
    return () => {
      stopping.abort();
      clearTimeout(timer);
    };
  }, [queryClient, onChanges]);
}
