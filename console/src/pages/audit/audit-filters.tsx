import { auditTypes } from '#contract/audit-types.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import { ClearFiltersButton } from '../../ui/filter-buttons.tsx';
import type { AuditSearch } from './audit-search.ts';

/** Which entries are listed. */
export function AuditFilters({
  search,
  onChange,
}: {
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
}) {
  const { type, from, to } = search;
  const set = (name: keyof AuditSearch, value: string): void => {
    const { [name]: _before, ...rest } = search;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Field label="Type" className="min-w-52 max-sm:w-full">
        {(control) => (
          <Select {...control} value={type ?? ''} onChange={({ target }) => set('type', target.value)}>
            <option value="">All types</option>
            {auditTypes.map((name) => (
              <option key={name} value={name} title={name}>
                {wordsOf(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Day label="From (UTC)" value={from} onChange={(day) => set('from', day)} />
      <Day label="To (UTC)" value={to} onChange={(day) => set('to', day)} />
      <ClearFiltersButton filters={{ type, from, to }} onClear={() => onChange({})} />
    </div>
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <Field label={label} className="w-40 max-sm:w-[calc(50%-0.375rem)]">
      {(control) => (
        <Input
          {...control}
          // While a date is typed, it is none: it is the field's until it is whole.
          key={value}
          type="date"
          defaultValue={value}
          onChange={({ target }) => {
            if (target.validity.valid) onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}
