import { DayFilter, TextFilter } from '../../ui/filter-fields.tsx';
import { amountPattern, type ChangeFilter, type PaymentSearch } from './payment-search.ts';

/** The filters that stand behind the button. */
export const moreFilters = [
  'min_amount',
  'max_amount',
  'from',
  'to',
  'subject',
] as const satisfies (keyof PaymentSearch)[];

const amounts = [
  { name: 'min_amount', label: 'Amount, at least', placeholder: '0' },
  { name: 'max_amount', label: 'Amount, at most', placeholder: 'Any' },
] as const;

/** Less frequent filters of payments. */
export function MoreFilters({ filters, onChange }: { filters: PaymentSearch; onChange: ChangeFilter }) {
  const { from, to, subject } = filters;
  return (
    <div className="grid grid-cols-2 gap-3 rounded-card border bg-surface p-4 md:grid-cols-5">
      {amounts.map(({ name, ...texts }) => (
        <TextFilter
          key={name}
          {...texts}
          labelShown
          value={filters[name]}
          pattern={amountPattern}
          onChange={(value) => onChange(name, value)}
        />
      ))}
      <DayFilter label="From (UTC)" value={from} onChange={(value) => onChange('from', value)} />
      <DayFilter label="To (UTC)" value={to} onChange={(value) => onChange('to', value)} />
      <TextFilter
        label="Subject"
        labelShown
        value={subject}
        placeholder="Exact subject"
        className="max-md:col-span-2"
        onChange={(value) => onChange('subject', value)}
      />
    </div>
  );
}
