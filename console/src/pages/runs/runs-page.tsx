import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { useList } from '../../api/use-list.ts';
import { agentsQuery } from '../../published/agents-query.ts';
import { FreezeButton } from '../../freezes/freeze-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { furtherColumns, runColumns } from './run-columns.tsx';
import { RunFilters } from './run-filters.tsx';
import { type RunSearch, trimmed } from './run-search.ts';
import { runsQuery } from './runs-query.ts';
import { ViewsMenu } from './views-menu.tsx';

/** Begins to read what the page shows, while it is put together. */
export function loadRuns(queryClient: QueryClient, search: RunSearch): void {
  void queryClient.prefetchInfiniteQuery(runsQuery(search).options);
  void queryClient.prefetchQuery(agentsQuery);
}

/** The runs of the workspace, with their state as it changes. */
export function RunsPage() {
  const navigate = useNavigate();
  const filters = useSearch({ from: '/signed-in/runs' });
  const list = useList(runsQuery(filters));
  const show = (search: RunSearch): void => void navigate({ to: '/runs', search, replace: true });
  return (
    <Page>
      <PageHeader
        title="Runs"
        description={`Messages of users and the runs that they started, ${filters.order === 'cost' ? 'most expensive' : 'newest'} first.`}
        actions={
          <>
            <ViewsMenu search={filters} onOpen={show} />
            <FreezeButton target={{ scope: 'workspace' }} name="all calls" />
          </>
        }
      />
      <RunFilters filters={filters} onChange={show} />
      <DataTable
        label="Runs"
        list={list}
        columns={runColumns}
        furtherInFile={furtherColumns}
        served={{
          Opened: {
            direction: filters.order === undefined ? 'descending' : undefined,
            onSort: () => show(trimmed({ ...filters, order: undefined })),
          },
          Credits: {
            direction: filters.order === 'cost' ? 'descending' : undefined,
            onSort: () => show({ ...filters, order: 'cost' }),
          },
        }}
        rowKey={({ id }) => id}
        link={({ id, subject_ref }) => ({
          to: '/runs/$runId',
          params: { runId: id },
          search: { subject: subject_ref },
        })}
        empty={
          <EmptyState icon={Activity} title="No runs">
            A message to an agent starts a run. Those that fit the filters are listed here.
          </EmptyState>
        }
      />
    </Page>
  );
}
