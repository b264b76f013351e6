import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { PaymentTable } from '../../payments/payment-table.tsx';
import { payeeTitle } from '../../payments/payee-text.ts';
import { payeeQuery, paymentsQuery } from '../../payments/queries.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { Reading } from '../../ui/reading.tsx';
import { PayeeActions } from './payee-actions.tsx';
import { PayeeFacts } from './payee-facts.tsx';
import { PayeeNames } from './payee-names.tsx';

/** Begins to read what the page shows, while it is put together. */
export function loadPayee(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(payeeQuery(id));
  void queryClient.prefetchInfiniteQuery(paymentsQuery({ payee: id }).options);
}

/** One payee: its account and names, and what was paid to it. */
export function PayeePage() {
  const { payeeId } = useParams({ from: '/signed-in/payees/$payeeId' });
  const place = useSearch({ from: '/signed-in/payees/$payeeId' });
  const navigate = useNavigate();
  const read = useQuery(payeeQuery(payeeId));
  const { data: payee } = read;
  const isUnknown = payee === undefined && read.error instanceof ApiError && read.error.status === 404;
  const page = { to: '/payees/$payeeId', params: { payeeId }, resetScroll: false } as const;
  return (
    <Page>
      <PageHeader
        above={
          <Link to="/payees" className="hover:underline">
            Payees
          </Link>
        }
        title={payee === undefined ? 'Payee' : <bdi>{payeeTitle(payee)}</bdi>}
        description={<code className="font-mono text-xs break-all">{payeeId}</code>}
        actions={payee !== undefined && <PayeeActions payee={payee} />}
      />
      {isUnknown && (
        <Card>
          <EmptyState icon={SearchX} title="Payee not found">
            No payee has this id. The next payment to the account of a deleted one adds it again, under
            another id.
          </EmptyState>
        </Card>
      )}
      {payee === undefined && !isUnknown && <Reading read={read} />}
      {payee !== undefined && (
        <>
          <div className="mb-6 grid grid-cols-1 gap-6 lg:grid-cols-2 [&>*]:self-start">
            <PayeeFacts payee={payee} />
            <PayeeNames names={payee.names} />
          </div>
          <h2 className="mb-3 text-base font-semibold">Payments</h2>
          <PaymentTable
            query={{ payee: payeeId }}
            place={place}
            linkTo={(search) => ({ ...page, search })}
            onClose={() => void navigate({ ...page, search: {} })}
            empty="Nothing was paid to it."
          />
        </>
      )}
    </Page>
  );
}
