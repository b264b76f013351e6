import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { defined } from '#contract/defined.ts';
import type { Approval } from '../../../api/schema.ts';
import { useRefusal } from '../../../ui/rights.ts';
import { ReadNotice } from '../../../ui/stale-notice.tsx';
import { AskedDialog } from './asked-dialog.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import { LostRaces } from './lost-races.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { RejectManyDialog } from './reject-many-dialog.tsx';
import { useAsking } from './use-asking.ts';
import { useCurrent } from './use-current.ts';
import { useDecisions } from './use-decisions.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useWaitingList } from './use-waiting-list.ts';
import { WaitingDetail } from './waiting-detail.tsx';
import { WaitingList } from './waiting-list.tsx';

const route = getRouteApi('/signed-in/inbox');

/** What waits for a person, and what is chosen of it. On a phone, one after the other. */
export function WaitingView() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/inbox' });
  const mayDecide = useRefusal('approver') === undefined;
  const list = useWaitingList(search);
  const { items } = list;
  const { call, found, current, choose, keepPlace, wide } = useCurrent(
    items,
    list.fresh,
    JSON.stringify([list.queryKey, search.sort]),
  );
  const [lost, setLost] = useState<string[]>([]);
  const [selected, setSelected] = useState<Approval[]>([]);
  const [rejecting, setRejecting] = useState<Approval[]>();
  const decisions = useDecisions({
    items,
    queryKey: list.queryKey,
    onGoTo: choose,
    onLost: (text) => setLost((lost) => [text, ...lost]),
  });
  const [asking, close] = useAsking(items, found, current);
  useKeptFocus(current?.tool_call_id, asking !== undefined || rejecting !== undefined);
  const chosen = selected.filter((each) =>
    items.some(({ tool_call_id }) => tool_call_id === each.tool_call_id),
  );
  const isFiltered = [search.kind, search.risk, search.subject, search.mine].some(Boolean);
  return (
    <>
      <div className={call === undefined ? '' : 'max-lg:hidden'}>
        <InboxFilters
          filters={search}
          onChange={(change) => {
            setSelected([]);
            void navigate({
              search: ({ call: _call, run: _run, ...before }) => defined({ ...before, ...change }),
              replace: true,
            });
          }}
        />
      </div>
      <LostRaces lost={lost} onDismiss={() => setLost([])} />
      <ReadNotice list={list} />
      <NothingWaits list={list} isFiltered={isFiltered} call={current === undefined ? call : undefined} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        {items.length > 0 && (
          <div className={call === undefined ? '' : 'max-lg:hidden'}>
            <WaitingList
              list={list}
              current={current}
              selected={chosen}
              onSelect={mayDecide ? setSelected : undefined}
              onRejectSelected={() => setRejecting(chosen)}
              onFocus={(item) => wide && choose(item)}
              onOpen={keepPlace}
            />
          </div>
        )}
        {current !== undefined && (
          <div className="lg:sticky lg:top-8 lg:col-start-2">
            <BackToList />
            <WaitingDetail
              key={current.tool_call_id}
              item={current}
              gone={found === undefined}
              successor={items.find(({ revised_from }) => revised_from === current.tool_call_id)}
              deciding={decisions.decidingOn(current)}
              onDone={async () => await decisions.goOn(current)}
              onShow={choose}
            />
          </div>
        )}
      </div>
      {asking !== undefined && (
        <AskedDialog
          what={asking.what}
          item={asking.item}
          now={items.find(({ tool_call_id }) => tool_call_id === asking.item.tool_call_id)}
          decisions={decisions}
          onClose={close}
        />
      )}
      {rejecting !== undefined && (
        <RejectManyDialog
          items={rejecting}
          onClose={() => {
            setRejecting(undefined);
            setSelected([]);
          }}
        />
      )}
    </>
  );
}

/** The way back from one thing to the list, where there is room for one of them only. */
function BackToList() {
  return (
    <Link
      to="/inbox"
      search={({ call: _call, run: _run, ...before }) => before}
      resetScroll={false}
      className="mb-3 inline-flex h-9 items-center gap-1.5 rounded-lg pr-2 text-sm font-medium text-muted hover:text-ink lg:hidden"
    >
      <ArrowLeft className="size-4" aria-hidden />
      Inbox
    </Link>
  );
}
