import type { Approval } from '../../api/schema.ts';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';

/** Which of what waits is shown. */
export interface Filters {
  kind?: Approval['kind'];
  risk?: NonNullable<Approval['risk']>;
  subject?: string;
  /** Only held writes that this person may approve now. */
  actor?: string;
}

const kinds = [
  ['confirmation', 'Approvals'],
  ['action', 'Actions'],
  ['question', 'Questions'],
] as const;
const risks = ['low', 'medium', 'high', 'critical'] as const;

/** A choice of what to see. */
export function InboxFilters({
  filters,
  person,
  onChange,
}: {
  filters: Filters;
  /** Who is signed in. */
  person: string;
  onChange: (filters: Filters) => void;
}) {
  const { kind: _kind, ...withoutKind } = filters;
  const { risk: _risk, ...withoutRisk } = filters;
  const { subject: _subject, ...withoutSubject } = filters;
  const { actor: _actor, ...withoutActor } = filters;
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:max-w-2xl">
      <Field label="Kind" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={filters.kind ?? ''}
            onChange={({ target }) => {
              const kind = kinds.find(([name]) => name === target.value)?.[0];
              onChange(kind === undefined ? withoutKind : { ...filters, kind });
            }}
          >
            <option value="">All kinds</option>
            {kinds.map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Risk" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={filters.risk ?? ''}
            onChange={({ target }) => {
              const risk = risks.find((name) => name === target.value);
              onChange(risk === undefined ? withoutRisk : { ...filters, risk });
            }}
          >
            <option value="">All risks</option>
            {risks.map((name) => (
              <option key={name} value={name}>
                {name.charAt(0).toUpperCase() + name.slice(1)} risk
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Subject" labelHidden className="max-sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            value={filters.subject ?? ''}
            onChange={({ target }) =>
              onChange(target.value === '' ? withoutSubject : { ...filters, subject: target.value })
            }
            maxLength={255}
            placeholder="Exact subject"
          />
        )}
      </Field>
      <Checkbox
        className="col-span-full"
        label="Only what I may approve now"
        checked={filters.actor !== undefined}
        onChange={({ target }) => onChange(target.checked ? { ...filters, actor: person } : withoutActor)}
      />
    </div>
  );
}
