import { payeeStatuses, payeeStatusNames } from '../../payments/payee-statuses.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { ClearFiltersButton } from '../../ui/filter-buttons.tsx';
import { TextFilter } from '../../ui/filter-fields.tsx';
import { type PayeeSearch, readPayeeSearch } from './payee-search.ts';

/** The controls above the list of payees. */
export function PayeeFilters({
  filters,
  onChange,
}: {
  filters: PayeeSearch;
  onChange: (filters: PayeeSearch) => void;
}) {
  const change = (name: keyof PayeeSearch, value: string): void =>
    onChange(readPayeeSearch({ ...filters, [name]: value }));
  return (
    <search className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
      <TextFilter
        label="Name or account"
        value={filters.q}
        placeholder="Name or account"
        className="max-sm:col-span-2"
        onChange={(value) => change('q', value)}
      />
      <ChoiceFilter
        label="Status"
        any="Any status"
        value={filters.status}
        choices={payeeStatusNames.map((status) => [status, payeeStatuses[status].text])}
        onChange={(value) => change('status', value)}
      />
      <ClearFiltersButton filters={filters} onClear={() => onChange({})} />
    </search>
  );
}
