import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { defined } from '#contract/defined.ts';
import { ReadNotice } from '../../../ui/stale-notice.tsx';
import { CurrentItem } from './current-item.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import { LostRaces } from './lost-races.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { useWaiting } from './use-waiting.ts';
import { WaitingDialogs } from './waiting-dialogs.tsx';
import { WaitingList } from './waiting-list.tsx';

const route = getRouteApi('/signed-in/inbox');

/** The waiting items and the selected one; on a phone, one after the other. */
export function WaitingView() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/inbox' });
  const waiting = useWaiting(search);
  const { list, call, current, selecting, decisions, many } = waiting;
  const { items } = list;
  const { rows } = selecting;
  // On a phone, one thing has the page for itself.
  const besideItem = call === undefined ? '' : 'max-lg:hidden';
  const isFiltered = [search.kind, search.risk, search.subject, search.mine].some(Boolean);
  return (
    <>
      <div className={besideItem}>
        <InboxFilters
          filters={search}
          onChange={(change) => {
            void navigate({
              search: ({ call: _call, run: _run, ...before }) => defined({ ...before, ...change }),
              replace: true,
            });
          }}
        />
      </div>
      <LostRaces lost={waiting.lost} onDismiss={waiting.forgetLost} />
      <ReadNotice list={list} />
      <NothingWaits
        list={{ ...list, items: rows.map(({ item }) => item) }}
        isFiltered={isFiltered}
        call={current === undefined ? call : undefined}
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        {rows.length > 0 && (
          <div className={besideItem}>
            <WaitingList
              list={list}
              current={current}
              selecting={selecting}
              onDecide={waiting.mayDecide ? many.ask : undefined}
              onFocus={(item) => waiting.wide && waiting.choose(item)}
              onOpen={waiting.keepPlace}
            />
          </div>
        )}
        {current !== undefined && (
          <CurrentItem
            item={current}
            items={items}
            decisions={decisions}
            resting={many.resting}
            onShow={waiting.choose}
          />
        )}
      </div>
      <WaitingDialogs
        asking={waiting.asking}
        many={many.asked}
        items={items}
        decisions={decisions}
        onAsked={waiting.endAsking}
        onManyEnd={many.end}
      />
    </>
  );
}
