import { useQuery } from '@tanstack/react-query';
import type { SentPayment } from '../api/schema.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Reading } from '../ui/reading.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import type { PaymentPlace } from './payment-place.ts';
import { amountText, paidText } from './payment-text.ts';
import { paymentQuery } from './queries.ts';
import { SettlementForm } from './settlement-form.tsx';

/** All of a payment, and the report of what became of it. */
export function ShownPayment({
  place,
  listed,
  onClose,
}: {
  place: PaymentPlace;
  /** As the list shows it; undefined if it does not. */
  listed: SentPayment | undefined;
  onClose: () => void;
}) {
  const read = useQuery({ ...paymentQuery(place), enabled: listed === undefined });
  const payment = listed ?? read.data ?? undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={payment === undefined ? 'Payment' : `${amountText(payment)} to ${paidText(payment)}`}
      // The first field is that of a report, which few who look at a payment want to make.
      initialFocus={() => null}
    >
      {payment !== undefined ? (
        <div className="space-y-6">
          <PaymentFacts payment={payment} />
          <SettlementForm payment={payment} />
        </div>
      ) : read.isSuccess ? (
        <p className="text-sm text-muted">There is no such payment.</p>
      ) : (
        <Reading read={read} />
      )}
    </Dialog>
  );
}
