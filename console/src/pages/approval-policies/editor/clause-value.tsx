import { Field, Textarea } from '../../../ui/field.tsx';
import { type Clause, isNumeric } from './model/clauses.ts';
import { linesOf, valuesOf } from './model/texts.ts';
import { NumberField } from './number-field.tsx';
import { useTyped } from './use-typed.ts';

const mostRows = 6;

/** What a clause compares with: a number, or values one on each line. */
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
  // What is not typed is a text that the API refuses, and no bound that is not there.
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
          placeholder="One on each line"
        />
      )}
    </Field>
  );
}
