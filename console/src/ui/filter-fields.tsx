import type { FilterProps } from './choice-filter.tsx';
import { Field, Input } from './field.tsx';

/** A text that is looked for once it is typed: on Enter, or when the field is left. */
export function TextFilter({
  label,
  labelShown = false,
  value = '',
  placeholder,
  pattern,
  className = '',
  onChange,
}: FilterProps & { placeholder: string; pattern?: string }) {
  const take = (input: HTMLInputElement): void => {
    const typed = input.value.trim();
    if (typed !== value && input.validity.valid) onChange(typed);
  };
  return (
    <Field label={label} labelHidden={!labelShown} className={className}>
      {(control) => (
        <Input
          {...control}
          key={value}
          type="search"
          defaultValue={value}
          placeholder={placeholder}
          pattern={pattern}
          maxLength={200}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') take(currentTarget);
          }}
          onBlur={({ currentTarget }) => take(currentTarget)}
        />
      )}
    </Field>
  );
}

/** A day, or the hour of one that something else has asked for. While a day is typed, it is none: it is the field's until it is whole. */
export function DayFilter({ label, value = '', onChange }: FilterProps) {
  const day = value.slice(0, 10);
  const hour = value.slice(11, 16);
  return (
    <Field label={hour === '' ? label : `${label}, ${hour}`}>
      {(control) => (
        <Input
          {...control}
          key={value}
          type="date"
          defaultValue={day}
          onBlur={({ target }) => {
            if (target.validity.valid && target.value !== day) onChange(target.value);
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter' && currentTarget.validity.valid && currentTarget.value !== day)
              onChange(currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}
