import { useState } from 'react';
import { paymentStateNames, paymentStates } from '../../payments/payment-states.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { ClearFiltersButton, FurtherFiltersButton } from '../../ui/filter-buttons.tsx';
import { TextFilter } from '../../ui/filter-fields.tsx';
import { MoreFilters, moreFilters } from './more-filters.tsx';
import { PayeeFilter } from './payee-filter.tsx';
import { type ChangeFilter, type PaymentSearch, readPaymentSearch } from './payment-search.ts';

/** The controls above the list of payments. */
export function PaymentFilters({
  filters,
  onChange,
}: {
  filters: PaymentSearch;
  onChange: (filters: PaymentSearch) => void;
}) {
  const further = moreFilters.filter((name) => filters[name] !== undefined).length;
  const [open, setOpen] = useState(further > 0);
  const change: ChangeFilter = (name, value) => onChange(readPaymentSearch({ ...filters, [name]: value }));
  return (
    <search className="mb-4 block space-y-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[2fr_1fr_1fr_auto]">
        <PayeeFilter
          id={filters.payee}
          className="max-md:col-span-2"
          onChange={(id) => change('payee', id)}
        />
        <ChoiceFilter
          label="State"
          any="Any state"
          value={filters.state}
          choices={paymentStateNames.map((state) => [state, paymentStates[state].text])}
          onChange={(value) => change('state', value)}
        />
        <TextFilter
          label="Currency"
          value={filters.currency}
          placeholder="Any currency"
          pattern="[A-Za-z]{3}"
          onChange={(value) => change('currency', value)}
        />
        <div className="flex gap-2 max-md:col-span-2">
          <FurtherFiltersButton count={further} open={open} onOpen={setOpen} />
          <ClearFiltersButton filters={filters} onClear={() => onChange({})} />
        </div>
      </div>
      {open && <MoreFilters filters={filters} onChange={change} />}
    </search>
  );
}
