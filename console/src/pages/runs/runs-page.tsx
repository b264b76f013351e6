import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { api } from '../../api/client.ts';
import type { Run } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { furtherColumns, runColumns } from './run-columns.tsx';
import { RunFilters } from './run-filters.tsx';
import { type RunSearch, toQuery, trimmed } from './run-search.ts';
import { ViewsMenu } from './views-menu.tsx';

/** How often the list is read again while it is on the screen. */
const refetchMs = 4000;

/** The runs of the workspace, with their state as it changes. */
export function RunsPage() {
  const navigate = useNavigate();
  const filters = useSearch({ from: '/signed-in/runs' });
  const list = useList<Run>({
    queryKey: ['runs', filters],
    refetchMs,
    load: (cursor, signal) =>
      api.GET('/v1/loom/runs', {
        params: {
          query: {
            ...toQuery(filters, Date.now()),
            include: 'opening',
            limit: 100,
            ...(cursor && { cursor }),
          },
        },
        signal,
      }),
  });
  const show = (search: RunSearch): void => void navigate({ to: '/runs', search, replace: true });
  return (
    <Page>
      <PageHeader
        title="Runs"
        description={`What users asked and what agents did, ${filters.order === 'cost' ? 'the dearest' : 'newest'} first.`}
        actions={<ViewsMenu search={filters} onOpen={show} />}
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
