import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Inbox, X } from 'lucide-react';
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
import { useRefusal } from '../../ui/rights.ts';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import { type Filters, InboxFilters } from './inbox-filters.tsx';
import { InboxRow } from './inbox-row.tsx';
import { titleOf } from './title-of.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { WaitingDetail } from './waiting-detail.tsx';

const refetchMs = 3000;

/** What waits for a person, oldest first, to be decided from here. */
export function InboxPage() {
  const [filters, setFilters] = useState<Filters>({});
  const [chosen, setChosen] = useState<Approval>();
  const [asking, setAsking] = useState<{ what: 'approve' | 'reject'; item: Approval }>();
  const [lost, setLost] = useState<string[]>([]);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const refusal = useRefusal('approver');
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
  const found = items.find(({ tool_call_id }) => tool_call_id === chosen?.tool_call_id);
  // What is shown stays, also when it no longer waits: another one in its place could get the click that was for it.
  const current = found ?? chosen ?? items[0];
  if (current !== undefined && chosen === undefined && list.fresh) setChosen(current);
  const waitsSince = current?.created_at ?? '';
  const index =
    found === undefined ? items.findIndex((item) => item.created_at >= waitsSince) : items.indexOf(found);

  const move = (by: 1 | -1): void => {
    // From one that is gone, the next is the one that took its place.
    const from = found === undefined && by === 1 ? index - 1 : index;
    const item = items[Math.min(Math.max(index === -1 ? items.length - 1 : from + by, 0), items.length - 1)];
    if (item === undefined) return;
    setChosen(item);
    document.getElementById(`waits-${item.tool_call_id}`)?.focus();
  };
  const open = (item: Approval): void =>
    void navigate({ to: '/playground', search: { thread: item.thread_id, subject: item.subject_ref } });
  const reread = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['approvals'] });
  };
  /** From what is settled to what comes next. */
  const goOn = async (item: Approval): Promise<void> => {
    const at = items.indexOf(item);
    const next = items[at + 1] ?? items[at - 1];
    await reread();
    setChosen(next);
  };
  /** Decides, and goes on. */
  const settle = async (item: Approval, decision: Decision): Promise<void> => {
    try {
      await decide(item, decision, { as: 'console', subject: item.subject_ref });
      toasts.done(decision.decision === 'approve' ? 'Approved' : 'Rejected', titleOf(item));
    } catch (error) {
      if (!(error instanceof DecidedAlready)) throw error;
      setLost((lost) => [`${titleOf(item)}: ${error.message}`, ...lost]);
    }
    await goOn(item);
  };
  useInboxKeys({
    move,
    open: () => current !== undefined && open(current),
    ask: (what) =>
      refusal === undefined && found?.kind === 'confirmation' && setAsking({ what, item: found }),
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
      <InboxFilters
        filters={filters}
        onChange={(filters) => {
          setFilters(filters);
          setChosen(undefined);
        }}
      />
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
                    onChoose={() => setChosen(item)}
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
              gone={found === undefined}
              onDecide={async (decision) => await settle(current, decision)}
              onDone={async () => await goOn(current)}
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

/** Decisions that came too late, and who decided instead. Stays until it is dismissed. */
function LostRaces({ lost, onDismiss }: { lost: string[]; onDismiss: () => void }) {
  return (
    <div role="status">
      {lost.length > 0 && (
        <div className="mb-5 flex items-start gap-3 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 text-sm">
          <ul className="min-w-0 flex-1 space-y-1 break-words">
            {lost.map((text, index) => (
              <li key={lost.length - index}>{text}</li>
            ))}
          </ul>
          <Button look="quiet" size="icon" className="-my-1 size-7" aria-label="Dismiss" onClick={onDismiss}>
            <X aria-hidden />
          </Button>
        </div>
      )}
    </div>
  );
}
