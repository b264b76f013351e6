import { useState } from 'react';
import { Checkbox, Field, Input, Select } from '../../../ui/field.tsx';
import { inboxKinds, inboxRisks, type InboxSearch, inboxSorts } from '../inbox-search.ts';

type Filters = Pick<InboxSearch, 'kind' | 'risk' | 'subject' | 'mine' | 'sort'>;

const kinds = { confirmation: 'Approvals', action: 'Actions', question: 'Questions' } as const;
const sorts = {
  age: 'Longest wait first',
  amount: 'Largest amount first',
  expiry: 'Next to expire first',
} as const;

/** A choice of what to see, and in which order. */
export function InboxFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  /** Told what is different; what is undefined no longer filters. */
  onChange: (change: { [Name in keyof Filters]?: Filters[Name] | undefined }) => void;
}) {
  // What is typed is ahead of the address.
  const [subject, setSubject] = useState(filters.subject ?? '');
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Choice
        label="Kind"
        value={filters.kind}
        none="All kinds"
        options={inboxKinds.map((kind) => [kind, kinds[kind]])}
        onChange={(kind) => onChange({ kind })}
      />
      <Choice
        label="Risk"
        value={filters.risk}
        none="All risks"
        options={inboxRisks.map((risk) => [risk, `${risk.charAt(0).toUpperCase()}${risk.slice(1)} risk`])}
        onChange={(risk) => onChange({ risk })}
      />
      <Field label="Subject" labelHidden>
        {(control) => (
          <Input
            {...control}
            data-search
            value={subject}
            onChange={({ target }) => {
              setSubject(target.value);
              onChange({ subject: target.value === '' ? undefined : target.value });
            }}
            maxLength={255}
            placeholder="Exact subject"
          />
        )}
      </Field>
      <Choice
        label="Order"
        value={filters.sort}
        none={sorts.age}
        options={inboxSorts.filter((sort) => sort !== 'age').map((sort) => [sort, sorts[sort]])}
        onChange={(sort) => onChange({ sort })}
      />
      <Checkbox
        className="col-span-full"
        label="Only what I may approve now"
        checked={filters.mine === true}
        onChange={({ target }) => onChange({ mine: target.checked ? true : undefined })}
      />
    </div>
  );
}

/** One of several, or none. */
function Choice<Name extends string>({
  label,
  value,
  none,
  options,
  onChange,
}: {
  label: string;
  value: Name | undefined;
  none: string;
  options: (readonly [Name, string])[];
  onChange: (name: Name | undefined) => void;
}) {
  return (
    <Field label={label} labelHidden>
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(options.find(([name]) => name === target.value)?.[0])}
        >
          <option value="">{none}</option>
          {options.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
