import { Field, Input, Select } from '../../../ui/field.tsx';
import { useFault } from './faults.ts';
import type { Members } from './model/draft.ts';
import { textOf } from './model/texts.ts';

const choices = {
  per: { call: 'Call', day: 'Day (UTC)', month: 'Month (UTC)' },
  scope: { workspace: 'The workspace', agent: 'Each agent', subject: 'Each subject', payee: 'Each payee' },
  then: { deny: 'Deny', hold: 'Hold' },
};

interface Part<Value> {
  limit: Members;
  path: string;
  label: string;
  onChange: (value: Value) => void;
}

/** A member of a limit that is a text. */
export function TextField({
  limit,
  path,
  name,
  label,
  placeholder,
  optional = false,
  onChange,
}: Part<string | undefined> & { name: string; placeholder?: string; optional?: boolean }) {
  const error = useFault(`${path}.${name}`);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          placeholder={placeholder}
          autoComplete="off"
          value={textOf(limit[name])}
          onChange={({ target }) => onChange(optional && target.value === '' ? undefined : target.value)}
        />
      )}
    </Field>
  );
}

/** A member of a limit that is one of some. */
export function Choice({
  limit,
  path,
  name,
  label,
  onChange,
}: Part<string> & { name: keyof typeof choices }) {
  const error = useFault(`${path}.${name}`);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...control} value={textOf(limit[name])} onChange={({ target }) => onChange(target.value)}>
          {Object.entries(choices[name]).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
