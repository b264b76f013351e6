import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ContactRound } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { payeesQuery } from '../../payments/queries.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { furtherColumns, payeeColumns } from './payee-columns.tsx';
import { PayeeFilters } from './payee-filters.tsx';
import { PayeeForm } from './payee-form.tsx';
import type { PayeeSearch } from './payee-search.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadPayees(queryClient: QueryClient, search: PayeeSearch): void {
  void queryClient.prefetchInfiniteQuery(payeesQuery(search).options);
}

/** The accounts that payments named, and those that were added by hand. */
export function PayeesPage() {
  const navigate = useNavigate();
  const filters = useSearch({ from: '/signed-in/payees' });
  const [adding, setAdding] = useState(false);
  const list = useList(payeesQuery(filters));
  return (
    <Page>
      <PageHeader
        title="Payees"
        description="The accounts that payments named, and what was paid to each, newest first. A call that pays a blocked payee is denied."
        actions={
          <Button needs="admin" look="primary" onClick={() => setAdding(true)}>
            Add payee
          </Button>
        }
      />
      <PayeeFilters
        filters={filters}
        onChange={(search) => void navigate({ to: '/payees', search, replace: true })}
      />
      <DataTable
        label="Payees"
        list={list}
        columns={payeeColumns}
        furtherInFile={furtherColumns}
        rowKey={({ id }) => id}
        link={({ id }) => ({ to: '/payees/$payeeId', params: { payeeId: id } })}
        empty={
          <EmptyState icon={ContactRound} title="No payees">
            {Object.keys(filters).length === 0
              ? 'The first payment to an account adds its payee. The patch has to declare the payment.'
              : 'No payees match these filters.'}
          </EmptyState>
        }
      />
      <Dialog open={adding} onOpenChange={setAdding} title="Add a payee">
        <PayeeForm
          onCancel={() => setAdding(false)}
          onAdded={({ id }) => void navigate({ to: '/payees/$payeeId', params: { payeeId: id } })}
        />
      </Dialog>
    </Page>
  );
}
