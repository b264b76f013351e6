import { useNavigate } from '@tanstack/react-router';
import { Inbox, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Approval } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { useApprover, useRefusalToApprove } from '../../approvals/approval-stages.tsx';
import { hasApproved } from '../../approvals/may-approve.ts';
import { isSameCall } from '../../approvals/same-call.ts';
import { WithdrawDialog } from '../../approvals/withdraw-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useRefusal } from '../../ui/rights.ts';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import { type Filters, InboxFilters } from './inbox-filters.tsx';
import { InboxRow } from './inbox-row.tsx';
import { heldOf } from './held-of.ts';
import { useDecisions } from './use-decisions.ts';
import { type Asked, useInboxKeys } from './use-inbox-keys.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { WaitingDetail } from './waiting-detail.tsx';

const ReviseDialog = lazy(() => import('../../approvals/revise-dialog.tsx'));

const refetchMs = 3000;

/** What waits for a person, oldest first, to be decided from here. */
export function InboxPage() {
  const [filters, setFilters] = useState<Filters>({});
  const [chosen, setChosen] = useState<Approval>();
  const [asking, setAsking] = useState<{ what: Asked; item: Approval }>();
  const [lost, setLost] = useState<string[]>([]);
  const navigate = useNavigate();
  const refusal = useRefusal('approver');
  const approver = useApprover();
  const queryKey = ['approvals', 'list', filters];
  const list = useList<Approval>({
    queryKey,
    refetchMs,
    load: async (cursor, signal) =>
      await api.GET('/v1/loom/approvals', {
        params: { query: { ...filters, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
  });
  const { loading, error } = list;
  // The filter by approver does not know how one is signed in.
  const items =
    filters.actor === undefined
      ? list.items
      : list.items.filter(({ approvals }) => approvals?.stage?.via?.includes(approver.via) ?? true);
  const found = items.find(({ tool_call_id }) => tool_call_id === chosen?.tool_call_id);
  // What is shown stays, also when it no longer waits: another one in its place could get the click that was for it.
  const current = found ?? chosen ?? items[0];
  if (current !== undefined && chosen === undefined && list.fresh) setChosen(current);
  const refusalToApprove = useRefusalToApprove(found?.approvals);
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
  const { settle, correct, takeBack, decidingOn, goOn } = useDecisions({
    items,
    queryKey,
    onGoTo: setChosen,
    onLost: (text) => setLost((lost) => [text, ...lost]),
  });
  const mayAsk = (what: Asked, { approvals }: Approval): boolean => {
    if (what === 'approve') return refusalToApprove === undefined;
    if (what === 'withdraw') return approvals !== undefined && hasApproved(approvals, approver);
    return true;
  };
  useInboxKeys({
    move,
    open: () => current !== undefined && open(current),
    ask: (what, callId) => {
      const isShown = found?.kind === 'confirmation' && found.tool_call_id === callId;
      if (refusal === undefined && isShown && mayAsk(what, found)) setAsking({ what, item: found });
    },
  });
  const close = (): void => setAsking(undefined);
  useKeptFocus(current?.tool_call_id, asking !== undefined);
  const askedNow = items.find(({ tool_call_id }) => tool_call_id === asking?.item.tool_call_id);

  return (
    <Page>
      <PageHeader
        title="Inbox"
        description="Runs that wait for a person, oldest first."
        actions={
          <p className="flex items-center gap-1.5 text-xs text-muted max-md:hidden">
            <Kbd>j</Kbd>
            <Kbd>k</Kbd> move <Kbd>a</Kbd> approve <Kbd>r</Kbd> reject <Kbd>e</Kbd> correct <Kbd>Enter</Kbd>{' '}
            open
          </p>
        }
      />
      <InboxFilters
        filters={filters}
        person={approver.name}
        onChange={(filters) => {
          setFilters(filters);
          setChosen(undefined);
        }}
      />
      <LostRaces lost={lost} onDismiss={() => setLost([])} />
      <StaleNotice list={list} />
      {error !== null && list.staleSince === undefined && (
        <ErrorNotice error={error} onRetry={list.refetch} className="mb-4" />
      )}
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
              successor={items.find(({ revised_from }) => revised_from === current.tool_call_id)}
              deciding={decidingOn(current)}
              onDone={async () => await goOn(current)}
              onShow={setChosen}
            />
          </div>
        </div>
      )}
      {asking?.what === 'approve' && (
        <ApproveDialog
          item={asking.item}
          changed={askedNow === undefined || !isSameCall(askedNow, asking.item)}
          onClose={close}
          onApprove={async () => await settle(asking.item, { decision: 'approve' })}
        />
      )}
      {asking?.what === 'reject' && (
        <RejectDialog
          item={asking.item}
          onClose={close}
          onReject={async (reason) => await settle(asking.item, { decision: 'reject', reason })}
        />
      )}
      {asking?.what === 'revise' && (
        <Suspense>
          <ReviseDialog
            held={heldOf(asking.item)}
            onClose={close}
            onRevise={async (revision) => await correct(asking.item, revision)}
          />
        </Suspense>
      )}
      {asking?.what === 'withdraw' && (
        <WithdrawDialog
          held={heldOf(asking.item)}
          onClose={close}
          onWithdraw={async () => await takeBack(asking.item)}
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
