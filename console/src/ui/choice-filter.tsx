import { Field, Select } from './field.tsx';

/** The props of every filter. */
export interface FilterProps {
  label: string;
  /** Default: the control says what it is. */
  labelShown?: boolean;
  value: string | undefined;
  className?: string;
  /** Called with an empty text for "no filter". */
  onChange: (value: string) => void;
}

/** A choice of one, or of any. */
export function ChoiceFilter({
  label,
  labelShown = false,
  value = '',
  any,
  choices,
  className,
  onChange,
}: FilterProps & { any: string; choices: (readonly [value: string, text: string])[] }) {
  return (
    <Field label={label} labelHidden={!labelShown} {...(className !== undefined && { className })}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{any}</option>
          {choices.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
