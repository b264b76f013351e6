import type { FormEvent } from 'react';
import { faultIn } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { type Rail, rails } from './rails.ts';

/** Asks for a reference: its kind, and the fields that this kind has. */
export function ReferenceForm({
  rail,
  busy,
  error,
  onRail,
  onLookup,
}: {
  rail: Rail;
  busy: boolean;
  error: unknown;
  onRail: (rail: Rail) => void;
  onLookup: (form: FormData) => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onLookup(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className="space-y-4 p-5">
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
          error={faultIn(error, name)?.message}
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
      <Button needs="maker" look="primary" type="submit" busy={busy} className="w-full">
        Identify
      </Button>
    </form>
  );
}
