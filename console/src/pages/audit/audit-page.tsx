import type { QueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { FileCheck2, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { refusalOf } from '../../session/refusal-of.ts';
import { sessionQuery } from '../../session/session.ts';
import { useRefusal } from '../../ui/rights.ts';
import { entriesQuery } from './audit-entries.ts';
import { type AuditSearch, readAuditSearch } from './audit-search.ts';
import { AuditLog } from './audit-log.tsx';
import { ExportMenu } from './export/export-menu.tsx';
import { VerifyDialog } from './verification/verify-dialog.tsx';

/** Begins to read what the page shows, while it is put together. */
export function loadAudit(queryClient: QueryClient, search: AuditSearch): void {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (session && refusalOf(session, 'auditor') === undefined)
    void queryClient.prefetchInfiniteQuery(entriesQuery(search).options);
}

/** The audit log, its verification and its export. */
export function AuditPage() {
  const search = readAuditSearch({ ...useSearch({ from: '/signed-in/audit' }) });
  const refusal = useRefusal('auditor');
  const [verifying, setVerifying] = useState(false);
  return (
    <Page>
      <PageHeader
        title="Audit log"
        description="Decisions, sent calls and configuration changes, each with the person behind it, in a chain of hashes. Oldest first."
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
        <AuditLog />
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
