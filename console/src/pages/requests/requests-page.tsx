import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { requestColumns } from './request-columns.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { noFilters, RequestFilters } from './request-filters.tsx';
import { requestsQuery } from './requests-query.ts';

const route = getRouteApi('/signed-in/requests');

/** Begins to read what the page shows, while it is put together. */
export function loadRequests(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(requestsQuery(noFilters).options);
}

/** The activity log: what was asked of the API, newest first. */
export function RequestsPage() {
  const [filters, setFilters] = useState(noFilters);
  const { request: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList(requestsQuery(filters));
  return (
    <Page>
      <PageHeader
        title="Requests"
        description="Requests to the API in the last 30 days, newest first. Bodies and credentials are never logged."
      />
      <RequestFilters filters={filters} onChange={setFilters} />
      <DataTable
        label="Requests"
        list={list}
        columns={requestColumns}
        rowKey={({ id }) => id}
        link={({ id }) => ({ to: '/requests', search: { request: id }, resetScroll: false })}
        empty={
          <EmptyState icon={ScrollText} title="No requests">
            Requests that match the filters are listed here.
          </EmptyState>
        }
      />
      {opened !== undefined && (
        <RequestDialog
          id={opened}
          listed={list.items.find(({ id }) => id === opened)}
          onClose={() => void navigate({ search: {}, resetScroll: false })}
        />
      )}
    </Page>
  );
}
