import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type AuditEntry, entriesQuery } from './audit-entries.ts';
import { AuditFilters } from './audit-filters.tsx';
import { entryColumns } from './entry-columns.tsx';
import { EntryDialog } from './entry-dialog.tsx';

/** The entries, as the address filters them. */
export function AuditLog() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/audit' });
  const [shown, setShown] = useState<AuditEntry>();
  const list = useList(entriesQuery(search));
  return (
    <>
      <AuditFilters
        search={search}
        onChange={(next) => void navigate({ to: '/audit', search: next, replace: true })}
      />
      <DataTable
        label="Entries"
        list={list}
        rowKey={({ id }) => id}
        columns={entryColumns(setShown)}
        empty={
          <EmptyState icon={FileCheck2} title="No entry">
            Nothing that fits these filters was told.
          </EmptyState>
        }
      />
      {shown !== undefined && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
