import { Banknote } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListPaymentsQuery } from '../api/schema.ts';
import { useList } from '../api/use-list.ts';
import { DataTable, type RowLink } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { furtherColumns } from './further-columns.ts';
import { paymentColumns } from './payment-columns.tsx';
import { type PaymentPlace, placeOf, type ShownPlace } from './payment-place.ts';
import { paymentsQuery } from './queries.ts';
import { ShownPayment } from './shown-payment.tsx';

/** Payments, newest first, and the one that the address names, in full. */
export function PaymentTable({
  query,
  place,
  linkTo,
  onClose,
  empty,
}: {
  query: ListPaymentsQuery;
  /** The payment that the address names. */
  place: ShownPlace;
  /** The address that shows a payment in full. */
  linkTo: (place: PaymentPlace) => RowLink;
  /** Leads back to the address of the list. */
  onClose: () => void;
  /** Said if there are none. */
  empty: ReactNode;
}) {
  const list = useList(paymentsQuery(query));
  const shown = placeOf(place);
  return (
    <>
      <DataTable
        label="Payments"
        list={list}
        columns={paymentColumns}
        furtherInFile={furtherColumns}
        rowKey={({ tool_call_id }) => tool_call_id}
        link={({ tool_call_id, sent_at }) => linkTo({ payment: tool_call_id, at: sent_at })}
        empty={
          <EmptyState icon={Banknote} title="No payments">
            {empty}
          </EmptyState>
        }
      />
      {shown !== undefined && (
        <ShownPayment
          place={shown}
          listed={list.items.find(({ tool_call_id }) => tool_call_id === shown.payment)}
          onClose={onClose}
        />
      )}
    </>
  );
}
