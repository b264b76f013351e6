import type { ReactNode } from 'react';
import { Field, Input } from '../../../ui/field.tsx';
import { numberOrText, textOf } from './model/texts.ts';
import { useTyped } from './use-typed.ts';

/** A field of a number. Anything else that is typed stays, for the API to refuse. */
export function NumberField({
  label,
  hint,
  error,
  value,
  onChange,
  ...props
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  labelHidden?: boolean;
  className?: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const typed = useTyped(value, { format: textOf, parse: numberOrText, onChange });
  return (
    <Field label={label} hint={hint} error={error} {...props}>
      {(control) => <Input {...control} {...typed} inputMode="decimal" autoComplete="off" />}
    </Field>
  );
}
