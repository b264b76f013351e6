import type { FieldErrors } from 'react-hook-form';
import { Field, Textarea } from '../../ui/field.tsx';
import type { FieldProps, PatchFields } from './patch-fields.ts';

/** The parts of a definition that are written as JSON. */
const jsonFields = [
  {
    name: 'input_schema',
    label: 'Input schema',
    hint: 'JSON Schema of the arguments (2020-12, or draft-07 with $schema).',
    rows: 8,
  },
  {
    name: 'fill',
    label: 'Filled arguments (optional)',
    hint: 'Arguments that the context fills in, as JSON: {"/from": "account_id"}. The model does not see them.',
    rows: 2,
  },
  {
    name: 'request',
    label: 'Request (optional)',
    hint: 'The request that a silent patch sends, as JSON.',
    rows: 5,
  },
  {
    name: 'summary',
    label: 'Summary (optional)',
    hint: 'The summary that approvers read, as JSON.',
    rows: 4,
  },
  {
    name: 'redact',
    label: 'Redaction (optional)',
    hint: 'Values that traces and events hide, as JSON.',
    rows: 3,
  },
] as const;

/** @param errors what the form itself says of its fields */
export function JsonFields({ register, faultOf, errors }: FieldProps & { errors: FieldErrors<PatchFields> }) {
  return jsonFields.map(({ name, label, hint, rows }) => (
    <Field key={name} label={label} hint={hint} error={errors[name]?.message ?? faultOf(name)}>
      {(field) => (
        <Textarea
          {...field}
          rows={rows}
          spellCheck={false}
          className="field-sizing-content max-h-[50vh] font-mono text-xs leading-5"
          {...register(name)}
        />
      )}
    </Field>
  ));
}
