import { visibleLine } from '#contract/unseen-characters.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { moneyText } from '../text/money.ts';

type Amount = NonNullable<HeldWrite['amounts']>[number];

/** Who gets how much, as the limits of the policy find it in the arguments, whatever the summary says. */
export function HeldAmounts({ amounts }: { amounts: Amount[] }) {
  return (
    <dl aria-label="Counted by limits" className="mt-3 divide-y divide-line border-t text-sm">
      {amounts.map(({ limits, ...values }, index) => (
        <div key={index} className="py-1.5">
          {rowsOf(values).map(({ label, value }) => (
            <div key={label} className="flex gap-4 py-0.5">
              <dt className="w-28 shrink-0 text-muted">{label}</dt>
              <dd className="min-w-0 flex-1 font-medium break-words">
                <bdi>{visibleLine(value)}</bdi>
              </dd>
            </div>
          ))}
          <div className="text-note break-words text-muted">counted by {visibleLine(limits.join(', '))}</div>
        </div>
      ))}
    </dl>
  );
}

function rowsOf({ amount, currency, payee }: Omit<Amount, 'limits'>) {
  const rows = [
    { label: 'Amount', value: amount === undefined ? 'none' : moneyText(amount, currency) },
    // It stands beside the amount otherwise.
    { label: 'Currency', value: amount === undefined ? currency : undefined },
    { label: 'Payee', value: payee },
  ];
  return rows.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
}
