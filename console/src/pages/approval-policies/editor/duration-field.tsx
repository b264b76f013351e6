import { useState } from 'react';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { numberOrText, textOf } from './model/texts.ts';
import { useTyped } from './use-typed.ts';

const units = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const;
type Unit = keyof typeof units;
const unitNames = Object.keys(units) as Unit[];

/** A span that is stored in seconds, in the unit that a person would say it in. */
export function DurationField({
  label,
  hint,
  error,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  value: unknown;
  onChange: (seconds: unknown) => void;
}) {
  const [chosen, setChosen] = useState<Unit>();
  const unit = chosen ?? unitOf(value);
  const size = units[unit];
  const typed = useTyped(value, {
    format: (seconds) => textOf(typeof seconds === 'number' ? seconds / size : seconds),
    parse: (text) => {
      const read = numberOrText(text);
      return typeof read === 'number' ? read * size : read;
    },
    onChange,
  });
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <Input {...control} {...typed} inputMode="numeric" autoComplete="off" placeholder="Default" />
          <Select
            aria-label={`Unit of: ${label}`}
            className="w-32 shrink-0"
            value={unit}
            onChange={({ target }) => {
              const next = target.value as Unit;
              setChosen(next);
              if (typeof value === 'number') onChange((value / size) * units[next]);
            }}
          >
            {unitNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </div>
      )}
    </Field>
  );
}

/** The largest unit of which a span is a whole number. */
function unitOf(seconds: unknown): Unit {
  if (typeof seconds !== 'number') return 'hours';
  return unitNames.find((name) => seconds % units[name] === 0) ?? 'seconds';
}
