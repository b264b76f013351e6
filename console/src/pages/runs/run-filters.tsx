import { useAgents } from '../../published/use-agents.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import { runStateText } from '../../ui/run-state-text.ts';
import { type RunSearch, runStates } from './run-search.ts';

/** The controls above the list of runs. */
export function RunFilters({
  filters,
  onChange,
}: {
  filters: RunSearch;
  onChange: (filters: RunSearch) => void;
}) {
  const agents = useAgents();
  const keys = [...new Set(agents.data?.map(({ key }) => key))].toSorted();
  const choose = (name: keyof RunSearch, value: string): void => {
    const { [name]: _, ...others } = filters;
    onChange({ ...others, ...(value !== '' && { [name]: value }) });
  };
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Field label="State" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={filters.state ?? ''}
            onChange={({ target }) => choose('state', target.value)}
          >
            <option value="">Any state</option>
            {runStates.map((state) => (
              <option key={state} value={state}>
                {runStateText(state)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Agent" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={filters.agent_key ?? ''}
            onChange={({ target }) => choose('agent_key', target.value)}
          >
            <option value="">All agents</option>
            {keys.map((key) => (
              <option key={key}>{key}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Subject" labelHidden className="max-sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            key={filters.subject ?? ''}
            type="search"
            defaultValue={filters.subject ?? ''}
            placeholder="Exact subject"
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') choose('subject', currentTarget.value.trim());
            }}
            onBlur={({ currentTarget }) => choose('subject', currentTarget.value.trim())}
          />
        )}
      </Field>
    </div>
  );
}
