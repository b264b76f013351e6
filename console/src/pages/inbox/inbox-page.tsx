import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Approval } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { DecidedAlready, decide, type Decision } from '../../approvals/decide.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import { type Filters, InboxFilters } from './inbox-filters.tsx';
import { InboxRow } from './inbox-row.tsx';
import { titleOf } from './title-of.ts';
import { LostRaces } from './lost-races.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';
import { WaitingDetail } from './waiting-detail.tsx';

const refetchMs = 3000;

/** What waits for a person, oldest first, to be decided from here. */
export function InboxPage() {
  const [filters, setFilters] = useState<Filters>({});
  const [chosen, setChosen] = useState<string>();
  const [asking, setAsking] = useState<{ what: 'approve' | 'reject'; item: Approval }>();
  const [lost, setLost] = useState<string[]>([]);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const list = useList<Approval>({
    queryKey: ['approvals', 'list', filters],
    refetchMs,
    load: async (cursor, signal) =>
      await api.GET('/v1/loom/approvals', {
        params: { query: { ...filters, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
  });
  const { items, loading, error } = list;
  const index = Math.max(
    0,
    items.findIndex(({ tool_call_id }) => tool_call_id === chosen),
  );
  const current = items[index];

  const choose = (next: number): void => {
    const item = items[Math.min(Math.max(next, 0), items.length - 1)];
    if (item === undefined) return;
    setChosen(item.tool_call_id);
    document.getElementById(`waits-${item.tool_call_id}`)?.focus();
  };
  const open = (item: Approval): void =>
    void navigate({ to: '/playground', search: { thread: item.thread_id, subject: item.subject_ref } });
  const reread = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['approvals'] });
  };
  /** Decides, and goes on to what comes next. */
  const settle = async (item: Approval, decision: Decision): Promise<void> => {
    const next = items[index + 1] ?? items[index - 1];
    try {
      await decide(item, decision, { as: 'console', subject: item.subject_ref });
      toasts.done(decision.decision === 'approve' ? 'Approved' : 'Rejected', titleOf(item));
    } catch (error) {
      if (!(error instanceof DecidedAlready)) throw error;
      setLost((lost) => [`${titleOf(item)}: ${error.message}`, ...lost]);
    }
    setChosen(next?.tool_call_id);
    await reread();
  };
  useInboxKeys({
    move: (by) => choose(index + by),
    open: () => current !== undefined && open(current),
    ask: (what) => current?.kind === 'confirmation' && setAsking({ what, item: current }),
  });

  return (
    <Page>
      <PageHeader
        title="Inbox"
        description="Runs that wait for a person, oldest first."
        actions={
          <p className="flex items-center gap-1.5 text-xs text-muted max-md:hidden">
            <Kbd>j</Kbd>
            <Kbd>k</Kbd> move <Kbd>a</Kbd> approve <Kbd>r</Kbd> reject <Kbd>Enter</Kbd> open
          </p>
        }
      />
      <InboxFilters filters={filters} onChange={setFilters} />
      <LostRaces lost={lost} onDismiss={() => setLost([])} />
      {error !== null && <ErrorNotice error={error} onRetry={list.refetch} className="mb-4" />}
      {loading && (
        <Card className="p-6">
          <SkeletonLines lines={6} />
        </Card>
      )}
      {!loading && error === null && items.length === 0 && (
        <Card>
          <EmptyState icon={Inbox} title="Nothing waits">
            {Object.keys(filters).length > 0
              ? 'Nothing that fits these filters waits for anybody.'
              : 'When an agent needs an approval, an answer or an action, it will be here at once.'}
          </EmptyState>
        </Card>
      )}
      {current !== undefined && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <Card className="overflow-hidden">
            <ul aria-label="What waits">
              {items.map((item) => (
                <li key={item.tool_call_id} className="border-b border-line last:border-b-0">
                  <InboxRow
                    item={item}
                    current={item === current}
                    onChoose={() => setChosen(item.tool_call_id)}
                    onOpen={() => open(item)}
                  />
                </li>
              ))}
            </ul>
            {list.hasMore && (
              <Button
                look="quiet"
                className="w-full rounded-none"
                busy={list.loadingMore}
                onClick={list.loadMore}
              >
                Show more
              </Button>
            )}
          </Card>
          <div className="max-lg:order-first lg:sticky lg:top-8">
            <WaitingDetail
              key={current.tool_call_id}
              item={current}
              onDecide={async (decision) => await settle(current, decision)}
              onDone={reread}
            />
          </div>
        </div>
      )}
      {asking?.what === 'approve' && (
        <ApproveDialog
          item={asking.item}
          onClose={() => setAsking(undefined)}
          onApprove={async () => await settle(asking.item, { decision: 'approve' })}
        />
      )}
      {asking?.what === 'reject' && (
        <RejectDialog
          item={asking.item}
          onClose={() => setAsking(undefined)}
          onReject={async (reason) => await settle(asking.item, { decision: 'reject', reason })}
        />
      )}
    </Page>
  );
}
