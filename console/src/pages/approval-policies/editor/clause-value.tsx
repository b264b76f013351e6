import { Field, Textarea } from '../../../ui/field.tsx';
import { type Clause, isNumeric } from './model/clauses.ts';
import { linesOf, valuesOf } from './model/texts.ts';
import { NumberField } from './number-field.tsx';
import { useTyped } from './use-typed.ts';

const mostRows = 6;

/** The value of a clause: a number, or one value a line. */
export function ClauseValue({
  clause,
  number,
  onChange,
}: {
  clause: Clause;
  number: number;
  onChange: (clause: Clause) => void;
}) {
  const { test, value } = clause;
  const label = `Value of condition ${number}`;
  // An empty input becomes an empty text, which the API refuses, instead of a missing bound.
  const change = (next: unknown): void => onChange({ ...clause, value: next ?? '' });
  if (test === 'present') return <span className="max-sm:hidden" aria-hidden />;
  if (isNumeric(test)) return <NumberField label={label} labelHidden value={value} onChange={change} />;
  return <Values label={label} value={value} onChange={change} />;
}

function Values({
  label,
  value,
  onChange,
}: {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const typed = useTyped(value, { format: linesOf, parse: valuesOf, onChange });
  return (
    <Field label={label} labelHidden>
      {(control) => (
        <Textarea
          {...control}
          {...typed}
          className="min-h-9"
          rows={Math.min(mostRows, typed.value.split('\n').length)}
          spellCheck={false}
          placeholder="One per line"
        />
      )}
    </Field>
  );
}
