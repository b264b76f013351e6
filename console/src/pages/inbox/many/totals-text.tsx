import { moneyText } from '#heddle-react/money-text.ts';
import type { Approval } from '../../../api/schema.ts';
import { counted } from '../../../text/counted.ts';
import { locale } from '../../../text/locale.ts';
import { paymentTotals } from './payment-totals.ts';

/** The sums that calls pay together, by currency, and to how many payees. */
export function TotalsText({ items }: { items: readonly Approval[] }) {
  const { sums, payees, others } = paymentTotals(items);
  return (
    <div className="rounded-lg border bg-sunken px-3.5 py-2.5 text-sm">
      {sums.length > 0 && (
        <dl aria-label="Total" className="space-y-0.5">
          {sums.map(({ currency, amount, count }) => (
            <div key={currency} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <dt className="text-muted">{counted(count, 'payment')}</dt>
              <dd className="font-semibold tabular-nums">{moneyText(amount, currency, locale)}</dd>
            </div>
          ))}
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-muted">Different payees</dt>
            <dd className="tabular-nums">{payees}</dd>
          </div>
        </dl>
      )}
      {others > 0 && (
        <p className={sums.length > 0 ? 'mt-1.5 text-note text-muted' : 'text-note text-muted'}>
          {sums.length > 0 ? 'Not in the total: ' : ''}
          {counted(others, 'call')} whose patch declares no payment.
        </p>
      )}
    </div>
  );
}
