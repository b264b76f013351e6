import { closeReasons, runErrorCodes } from '#contract/run-state.ts';
import { closeReasonText } from '../../ui/run-state-text.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { errorTexts } from './error-texts.ts';
import { DayFilter, TextFilter } from '../../ui/filter-fields.tsx';
import type { ChangeFilter, RunSearch } from './run-search.ts';

/** The filters that stand behind the button. */
export const moreFilters = [
  'reason',
  'error_code',
  'subject',
  'model',
  'from',
  'to',
  'min_cost',
  'max_cost',
  'order',
] as const satisfies (keyof RunSearch)[];

const costFilters = [
  { name: 'min_cost', label: 'Credits, at least', placeholder: '0' },
  { name: 'max_cost', label: 'Credits, at most', placeholder: 'Any' },
] as const;

/** Less frequent filters of runs, and their order. */
export function MoreFilters({ filters, onChange }: { filters: RunSearch; onChange: ChangeFilter }) {
  const { reason, error_code, subject, model, from, to, order } = filters;
  return (
    <div className="grid grid-cols-2 gap-3 rounded-card border bg-surface p-4 md:grid-cols-4">
      <ChoiceFilter
        label="Ended as"
        labelShown
        any="Any"
        value={reason}
        choices={closeReasons.map((name) => [name, closeReasonText(name)])}
        onChange={(value) => onChange('reason', value)}
      />
      <ChoiceFilter
        label="Failed because"
        labelShown
        any="Any"
        value={error_code}
        choices={runErrorCodes.map((code) => [code, errorTexts[code]])}
        onChange={(value) => onChange('error_code', value)}
      />
      <DayFilter label="From (UTC)" value={from} onChange={(value) => onChange('from', value)} />
      <DayFilter label="To (UTC)" value={to} onChange={(value) => onChange('to', value)} />
      <TextFilter
        label="Subject"
        labelShown
        value={subject}
        placeholder="Exact subject"
        onChange={(value) => onChange('subject', value)}
      />
      <TextFilter
        label="Model"
        labelShown
        value={model}
        placeholder="Exact model"
        onChange={(value) => onChange('model', value)}
      />
      {costFilters.map(({ name, ...texts }) => (
        <TextFilter
          key={name}
          {...texts}
          labelShown
          value={filters[name]}
          pattern="\d{1,9}(\.\d{1,6})?"
          onChange={(value) => onChange(name, value)}
        />
      ))}
      <ChoiceFilter
        label="Order"
        labelShown
        any="Newest first"
        value={order}
        choices={[['cost', 'Most expensive first']]}
        onChange={(value) => onChange('order', value)}
      />
    </div>
  );
}
