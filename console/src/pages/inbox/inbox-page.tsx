import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FreezeButton } from '../../freezes/freeze-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { decidedQuery } from './decided/decided-query.ts';
import { DecidedView } from './decided/decided-view.tsx';
import type { InboxSearch } from './inbox-search.ts';
import { NotifyButton } from './notify-button.tsx';
import { sessionQuery } from '../../session/session.ts';
import { waitingListQuery } from './waiting/waiting-list-query.ts';
import { WaitingView } from './waiting/waiting-view.tsx';

const route = getRouteApi('/signed-in/inbox');

const tab =
  '-mb-px border-b-2 border-transparent py-2.5 text-sm font-medium text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink';

/** Begins to read what the page shows, while it is put together. */
export function loadInbox(queryClient: QueryClient, search: InboxSearch): void {
  const { view, decision } = search;
  const name = queryClient.getQueryData(sessionQuery.queryKey)?.name ?? '';
  if (view === 'decided') void queryClient.prefetchInfiniteQuery(decidedQuery(decision, true).options);
  else void queryClient.prefetchInfiniteQuery(waitingListQuery(search, name, true).options);
}

/** Items that wait for a decision, and past decisions. */
export function InboxPage() {
  const { view, call } = route.useSearch();
  // On a phone, one thing has the page for itself.
  const aside = call === undefined ? '' : 'max-lg:hidden';
  return (
    <Page>
      {call !== undefined && <h1 className="sr-only lg:hidden">Inbox</h1>}
      <div className={aside}>
        <PageHeader
          title="Inbox"
          description="Runs that wait for a person, and what people have decided."
          actions={
            <>
              <p className="flex items-center gap-1.5 text-xs text-muted max-lg:hidden">
                <Kbd>j</Kbd>
                <Kbd>k</Kbd> move <Kbd>a</Kbd> approve <Kbd>r</Kbd> reject <Kbd>?</Kbd> all keys
              </p>
              <NotifyButton />
              <FreezeButton target={{ scope: 'workspace' }} name="all calls" />
            </>
          }
        />
        <nav aria-label="Inbox" className="mb-5 flex gap-5 border-b">
          {[undefined, 'decided' as const].map((each) => (
            <Link
              key={each ?? 'waiting'}
              to="/inbox"
              search={each === undefined ? {} : { view: each }}
              className={tab}
              aria-current={view === each ? 'page' : undefined}
              // The router's own notion of "current" does not distinguish the views.
              activeProps={{}}
            >
              {each === undefined ? 'Waiting' : 'Decided'}
            </Link>
          ))}
        </nav>
      </div>
      {view === 'decided' ? <DecidedView /> : <WaitingView />}
    </Page>
  );
}
