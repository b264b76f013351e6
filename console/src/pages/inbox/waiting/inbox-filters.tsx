import { useState } from 'react';
import { oneOf } from '../../../text/query-string.ts';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { Checkbox, Field, Input } from '../../../ui/field.tsx';
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
  /** Called with the filters that changed; undefined removes one. */
  onChange: (change: { [Name in keyof Filters]?: Filters[Name] | undefined }) => void;
}) {
  // The input is ahead of the address.
  const [subject, setSubject] = useState(filters.subject ?? '');
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      <ChoiceFilter
        label="Kind"
        value={filters.kind}
        any="All kinds"
        choices={inboxKinds.map((kind) => [kind, kinds[kind]])}
        onChange={(value) => onChange({ kind: oneOf(inboxKinds, value) })}
      />
      <ChoiceFilter
        label="Risk"
        value={filters.risk}
        any="All risks"
        choices={inboxRisks.map((risk) => [risk, `${risk.charAt(0).toUpperCase()}${risk.slice(1)} risk`])}
        onChange={(value) => onChange({ risk: oneOf(inboxRisks, value) })}
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
      <ChoiceFilter
        label="Order"
        value={filters.sort}
        any={sorts.age}
        choices={inboxSorts.filter((sort) => sort !== 'age').map((sort) => [sort, sorts[sort]])}
        onChange={(value) => onChange({ sort: oneOf(inboxSorts, value) })}
      />
      <Checkbox
        className="col-span-full"
        label="Only items that I may approve now"
        checked={filters.mine === true}
        onChange={({ target }) => onChange({ mine: target.checked ? true : undefined })}
      />
    </div>
  );
}
