import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileCheck2 } from 'lucide-react';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { entriesQuery } from './audit-entries.ts';
import { AuditFilters } from './audit-filters.tsx';
import { entryColumns } from './entry-columns.tsx';
import { entryPlaceOf, readAuditSearch } from './audit-search.ts';
import { ShownEntry } from './shown-entry.tsx';

/** The entries, as the address filters them. */
export function AuditLog() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/audit' });
  const filters = readAuditSearch({ ...search });
  const shown = entryPlaceOf(search);
  const list = useList(entriesQuery(filters));
  return (
    <>
      <AuditFilters
        search={filters}
        onChange={(next) => void navigate({ to: '/audit', search: next, replace: true })}
      />
      <DataTable
        label="Entries"
        list={list}
        rowKey={({ id }) => id}
        columns={entryColumns}
        link={({ seq, at }) => ({ to: '/audit', search: { ...filters, entry: seq, at }, resetScroll: false })}
        empty={
          <EmptyState icon={FileCheck2} title="No entries">
            No entries match these filters.
          </EmptyState>
        }
      />
      {shown !== undefined && (
        <ShownEntry
          place={shown}
          listed={list.items.find(({ seq }) => seq === shown.seq)}
          onClose={() => void navigate({ to: '/audit', search: filters, resetScroll: false })}
        />
      )}
    </>
  );
}
