import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { changeColumns, furtherColumns, reviewColumn } from './change-columns.tsx';
import { FourEyesSettings } from './four-eyes-settings.tsx';
import { changesQuery, fourEyesQuery } from './queries.ts';
import { ShownChange } from './shown-change.tsx';

const route = getRouteApi('/signed-in/changes');

/** Begins to read what the page shows, while it is put together. */
export function loadChanges(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(changesQuery.options);
  void queryClient.prefetchQuery(fourEyesQuery);
}

/** Changes of the configuration that wait for a second person, and what needs one. */
export function ChangesPage() {
  const { change: shown } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList(changesQuery);
  return (
    <Page>
      <PageHeader
        title="Changes"
        description="Changes that one person proposed. They take effect when another person approves them."
      />
      <div className="space-y-6">
        <DataTable
          label="Changes"
          list={list}
          columns={[
            ...changeColumns,
            reviewColumn(({ id }) => void navigate({ search: { change: id }, resetScroll: false })),
          ]}
          furtherInFile={furtherColumns}
          rowKey={({ id }) => id}
          link={({ id }) => ({ to: '/changes', search: { change: id }, resetScroll: false })}
          empty={
            <EmptyState icon={Users} title="No change">
              A change appears here when it needs a second person.
            </EmptyState>
          }
        />
        <FourEyesSettings />
      </div>
      {shown !== undefined && (
        <ShownChange
          id={shown}
          listed={list.items.find(({ id }) => id === shown)}
          onClose={() => void navigate({ search: {}, resetScroll: false })}
        />
      )}
    </Page>
  );
}
