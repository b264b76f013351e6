import type { QueryClient } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { requestColumns } from './request-columns.tsx';
import { RequestDetails } from './request-details.tsx';
import { noFilters, RequestFilters } from './request-filters.tsx';
import { type Request, requestsQuery } from './requests-query.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadRequests(queryClient: QueryClient): void {
  void queryClient.prefetchInfiniteQuery(requestsQuery(noFilters).options);
}

/** The activity log: what was asked of the API, newest first. */
export function RequestsPage() {
  const [filters, setFilters] = useState(noFilters);
  const [opened, setOpened] = useState<Request>();
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
        onOpen={setOpened}
        empty={
          <EmptyState icon={ScrollText} title="No requests">
            Requests that match the filters are listed here.
          </EmptyState>
        }
      />
      <Dialog
        open={opened !== undefined}
        onOpenChange={() => setOpened(undefined)}
        title={opened === undefined ? '' : `${opened.method} ${opened.route}`}
      >
        {opened !== undefined && <RequestDetails request={opened} />}
      </Dialog>
    </Page>
  );
}
