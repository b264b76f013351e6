import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runStates } from '#contract/run-state.ts';
import { agentsQuery } from '../../published/agents-query.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { runStateText } from '../../ui/run-state-text.ts';
import { ClearFiltersButton, FurtherFiltersButton } from '../../ui/filter-buttons.tsx';
import { TextFilter } from '../../ui/filter-fields.tsx';
import { MoreFilters, moreFilters } from './more-filters.tsx';
import { type ChangeFilter, type RunSearch, trimmed } from './run-search.ts';

/** The controls above the list of runs. */
export function RunFilters({
  filters,
  onChange,
}: {
  filters: RunSearch;
  onChange: (filters: RunSearch) => void;
}) {
  const further = moreFilters.filter((name) => filters[name] !== undefined).length;
  const [open, setOpen] = useState(further > 0);
  const keys = [...new Set(useQuery(agentsQuery).data?.map(({ key }) => key))].toSorted();
  const change: ChangeFilter = (name, value) => onChange(trimmed({ ...filters, [name]: value }));
  return (
    <search className="mb-4 block space-y-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[2fr_1fr_1fr_auto]">
        <TextFilter
          label="Message"
          value={filters.text}
          placeholder="Words of the message"
          className="max-md:col-span-2"
          onChange={(value) => change('text', value)}
        />
        <ChoiceFilter
          label="State"
          any="Any state"
          value={filters.state}
          choices={runStates.map((state) => [state, runStateText(state)])}
          onChange={(value) => change('state', value)}
        />
        <ChoiceFilter
          label="Agent"
          any="All agents"
          value={filters.agent_key}
          choices={keys.map((key) => [key, key])}
          onChange={(value) => change('agent_key', value)}
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
