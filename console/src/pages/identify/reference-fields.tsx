import { Field, Input, Select } from '../../ui/field.tsx';
import { type Rail, rails } from './rails.ts';

/** The fields of a reference: its kind, and those that this kind has. */
export function ReferenceFields({
  rail,
  faultOf,
  onRail,
}: {
  rail: Rail;
  /** The error of the field of a name. */
  faultOf: (name: string) => string | undefined;
  onRail: (rail: Rail) => void;
}) {
  return (
    <>
      <Field label="Kind">
        {(control) => (
          <Select {...control} value={rail} onChange={({ target }) => onRail(target.value as Rail)}>
            {Object.entries(rails).map(([name, { title }]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {rails[rail].fields.map(({ name, label, example, optional }) => (
        <Field
          key={`${rail} ${name}`}
          label={optional === true ? `${label} (optional)` : label}
          hint={`For example ${example}`}
          error={faultOf(name)}
        >
          {(control) => (
            <Input
              {...control}
              name={name}
              required={optional !== true}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
      ))}
    </>
  );
}
