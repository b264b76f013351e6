import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { SentPayment } from '../api/schema.ts';
import { Time } from '../time/time.tsx';
import type { Column } from '../ui/data-table.tsx';
import { PaidLink } from './paid-link.tsx';
import { PaymentStateBadge } from './payment-state-badge.tsx';
import { paymentStates } from './payment-states.ts';
import { amountText } from './payment-text.ts';
import { accountText } from './payee-text.ts';

/** The columns of payments. */
export const paymentColumns: Column<SentPayment>[] = [
  {
    name: 'Amount',
    className: 'text-right',
    cell: (payment) => (
      <>
        <span className="sr-only">Show the payment of </span>
        <span className="font-medium tabular-nums">{amountText(payment)}</span>
      </>
    ),
    csv: ({ amount }) => amount,
  },
  {
    name: 'Payee',
    className: 'w-full max-w-0',
    cell: ({ payee }) => (
      <>
        <span className="block truncate">
          <PaidLink payee={payee} />
        </span>
        <span className="block truncate text-note text-muted">{accountText(payee)}</span>
      </>
    ),
    csv: ({ payee }) => payee.name,
  },
  {
    name: 'State',
    cell: ({ settlement: { state, at } }) => (
      <>
        <PaymentStateBadge state={state} />
        {/* A payment that was sent has its time in a column of its own. */}
        {state !== 'sent' && (
          <span className="block text-note text-muted max-sm:hidden">
            <Time at={at} />
          </span>
        )}
      </>
    ),
    csv: ({ settlement: { state } }) => paymentStates[state].text,
  },
  {
    name: 'Reference',
    from: 'lg',
    cell: ({ reference = '' }) => (
      <span className="block max-w-40 truncate text-muted" title={visibleLine(reference)}>
        <bdi>{visibleLine(reference)}</bdi>
      </span>
    ),
    csv: ({ reference }) => reference,
  },
  {
    name: 'Subject',
    from: 'lg',
    cell: ({ subject_ref = '' }) => (
      <span className="block max-w-32 truncate" title={visibleLine(subject_ref)}>
        <bdi>{visibleLine(subject_ref)}</bdi>
      </span>
    ),
    csv: ({ subject_ref }) => subject_ref,
  },
  {
    name: 'Sent',
    from: 'md',
    className: 'text-right',
    cell: ({ sent_at }) => <Time at={sent_at} as="age" />,
    csv: ({ sent_at }) => sent_at,
  },
];
