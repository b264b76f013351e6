import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileCheck2, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { useRefusal } from '../../ui/rights.ts';
import type { AuditEntry } from './audit-entries.ts';
import { AuditFilters } from './audit-filters.tsx';
import { toQuery } from './audit-search.ts';
import { entryColumns } from './entry-columns.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { ExportMenu } from './export/export-menu.tsx';
import { VerifyDialog } from './verification/verify-dialog.tsx';

/** The audit log, its verification and its export. */
export function AuditPage() {
  const search = useSearch({ from: '/signed-in/audit' });
  const refusal = useRefusal('auditor');
  const [verifying, setVerifying] = useState(false);
  return (
    <Page>
      <PageHeader
        title="Audit log"
        description="What was decided, sent and configured, and by whom, in a chain of hashes. Oldest first."
        actions={
          <>
            <ExportMenu search={search} />
            <Button needs="auditor" look="primary" onClick={() => setVerifying(true)}>
              <ShieldCheck aria-hidden /> Verify
            </Button>
          </>
        }
      />
      {refusal === undefined ? (
        <Log />
      ) : (
        <Card>
          <EmptyState icon={FileCheck2} title="Not for your role">
            {refusal}
          </EmptyState>
        </Card>
      )}
      {verifying && <VerifyDialog onClose={() => setVerifying(false)} />}
    </Page>
  );
}

function Log() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/audit' });
  const [shown, setShown] = useState<AuditEntry>();
  const list = useList<AuditEntry>({
    queryKey: ['audit', search],
    load: (cursor, signal) =>
      api.GET('/v1/audit', { params: { query: { ...toQuery(search), ...(cursor && { cursor }) } }, signal }),
  });
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
