import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { api } from '../../api/client.ts';
import type { Run } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { creditsNumber } from '../../text/credits.ts';
import { previewOf } from '../../text/preview.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { RunStateBadge } from '../../ui/state-badge.tsx';
import { RunFilters } from './run-filters.tsx';

/** How often the list is read again while it is on the screen. */
const refetchMs = 4000;

const columns: Column<Run>[] = [
  { name: 'State', from: 'sm', cell: ({ state, reason }) => <RunStateBadge state={state} reason={reason} /> },
  { name: 'Run', className: 'w-full max-w-0', cell: (run) => <Headline run={run} /> },
  {
    name: 'Subject',
    from: 'md',
    cell: ({ subject_ref }) => (
      <span className="block max-w-52 truncate" title={visibleLine(subject_ref)}>
        {visibleLine(subject_ref)}
      </span>
    ),
  },
  { name: 'Origin', from: 'lg', cell: ({ origin }) => <Badge>{origin}</Badge> },
  {
    name: 'Duration',
    from: 'lg',
    className: 'text-right',
    cell: (run) => <span className="tabular-nums">{spanOf(run)}</span>,
  },
  {
    name: 'Credits',
    from: 'md',
    className: 'text-right',
    cell: ({ cost_credits }) => <span className="tabular-nums">{creditsNumber(cost_credits)}</span>,
  },
  {
    name: 'Opened',
    className: 'text-right',
    cell: ({ opened_at }) => <Time at={opened_at} as="age" />,
  },
];

/** The runs of the workspace, newest first, with their state as it changes. */
export function RunsPage() {
  const navigate = useNavigate();
  const filters = useSearch({ from: '/signed-in/runs' });
  const list = useList<Run>({
    queryKey: ['runs', filters],
    refetchMs,
    load: (cursor, signal) =>
      api.GET('/v1/loom/runs', {
        params: { query: { ...filters, limit: 100, ...(cursor && { cursor }) } },
        signal,
      }),
  });
  return (
    <Page>
      <PageHeader title="Runs" description="What agents do, newest first." />
      <RunFilters
        filters={filters}
        onChange={(search) => void navigate({ to: '/runs', search, replace: true })}
      />
      <DataTable
        label="Runs"
        list={list}
        columns={columns}
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

/** What the run is about, in a line: what it waits for, why it failed, or what it said last. */
function Headline({ run: { agent, pending, error, message, reason, state } }: { run: Run }) {
  const text =
    pending?.summary?.title ??
    (pending === undefined ? undefined : `Waits for ${pending.patch_ref}`) ??
    error?.message ??
    (message === undefined ? undefined : previewOf(message.content)) ??
    reason ??
    '';
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 font-medium">
        <span className="truncate">{agent.name}</span>
        <span className="sm:hidden">
          <RunStateBadge state={state} reason={reason} />
        </span>
      </p>
      <p className="truncate text-[13px] text-muted">{text}</p>
    </div>
  );
}

function spanOf({ opened_at, closed_at }: Run): string {
  return closed_at === undefined ? '' : duration(Date.parse(closed_at) - Date.parse(opened_at));
}
