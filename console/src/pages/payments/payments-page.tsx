import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PaymentTable } from '../../payments/payment-table.tsx';
import { paymentsQuery } from '../../payments/queries.ts';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { PaymentFilters } from './payment-filters.tsx';
import { type PaymentSearch, readPaymentSearch, toQuery } from './payment-search.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadPayments(queryClient: QueryClient, search: PaymentSearch): void {
  void queryClient.prefetchInfiniteQuery(paymentsQuery(toQuery(search)).options);
}

/** The payments that were sent or may have been, and what became of each. */
export function PaymentsPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/payments' });
  const filters = readPaymentSearch({ ...search });
  const page = { to: '/payments', resetScroll: false } as const;
  return (
    <Page>
      <PageHeader
        title="Payments"
        description="The payments that calls have sent, or may have sent, and what became of each. Newest first."
      />
      <PaymentFilters
        filters={filters}
        onChange={(next) => void navigate({ to: '/payments', search: next, replace: true })}
      />
      <PaymentTable
        query={toQuery(filters)}
        place={search}
        linkTo={(place) => ({ ...page, search: { ...filters, ...place } })}
        onClose={() => void navigate({ ...page, search: filters })}
        empty={
          Object.keys(filters).length === 0
            ? 'Calls whose patch declares a payment are listed here once they are sent.'
            : 'No payments match these filters.'
        }
      />
    </Page>
  );
}
