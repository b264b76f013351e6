import type { Payee } from '../../api/schema.ts';
import { PayeeStatusBadge } from '../../payments/payee-status-badge.tsx';
import { payeeStatuses } from '../../payments/payee-statuses.ts';
import { accountText, bankText, payeeTitle, totalsText } from '../../payments/payee-text.ts';
import { locale } from '../../text/locale.ts';
import { Time } from '../../time/time.tsx';
import type { Column } from '../../ui/data-table.tsx';

/** The columns of the list of payees. */
export const payeeColumns: Column<Payee>[] = [
  {
    name: 'Payee',
    className: 'w-full max-w-0',
    cell: (payee) => (
      <>
        <span className="block truncate font-medium">
          <bdi>{payeeTitle(payee)}</bdi>
          {payee.names.length > 1 && (
            <span className="font-normal text-muted"> and {payee.names.length - 1} more</span>
          )}
        </span>
        <span className="block truncate text-note text-muted">
          {[accountText(payee), bankText(payee)].filter((part) => part !== undefined).join(' · ')}
        </span>
      </>
    ),
    csv: payeeTitle,
  },
  {
    name: 'Status',
    cell: ({ status }) => <PayeeStatusBadge status={status} />,
    csv: ({ status }) => payeeStatuses[status].text,
  },
  {
    name: 'Payments',
    from: 'sm',
    className: 'text-right',
    cell: ({ payments }) => <span className="tabular-nums">{payments.toLocaleString(locale)}</span>,
    csv: ({ payments }) => payments,
  },
  {
    name: 'Total',
    from: 'md',
    className: 'text-right',
    cell: (payee) => (
      <span className="ml-auto block max-w-56 truncate tabular-nums" title={totalsText(payee)}>
        {totalsText(payee)}
      </span>
    ),
    csv: totalsText,
  },
  {
    name: 'Last paid',
    from: 'lg',
    className: 'text-right',
    cell: ({ last_paid_at }) => last_paid_at && <Time at={last_paid_at} as="age" />,
    csv: ({ last_paid_at }) => last_paid_at,
  },
];

/** Columns that only the file has. */
export const furtherColumns: { name: string; csv: NonNullable<Column<Payee>['csv']> }[] = [
  { name: 'Account', csv: accountText },
  { name: 'Bank', csv: bankText },
  { name: 'Names', csv: ({ names }) => names.map(({ name }) => name).join('; ') },
  { name: 'First paid', csv: ({ first_paid_at }) => first_paid_at },
  { name: 'Note', csv: ({ note }) => note },
  { name: 'Added', csv: ({ created_at }) => created_at },
  { name: 'Id', csv: ({ id }) => id },
];
