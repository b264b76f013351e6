import { Field, Textarea } from '../../ui/field.tsx';
import { type FieldProps, faultOfJson } from './agent-fields.ts';

/** The agent's instructions. */
export function InstructionsField({ register, faultOf }: FieldProps) {
  return (
    <Field label="Instructions" error={faultOf('instructions')}>
      {(field) => (
        <Textarea
          {...field}
          required
          className="field-sizing-content max-h-[60vh] min-h-60 leading-6"
          {...register('instructions')}
        />
      )}
    </Field>
  );
}

/** The schema of its replies. */
export function ReplySchemaField({
  register,
  faultOf,
  error,
}: FieldProps & {
  /** The form's own error of the field. */
  error: string | undefined;
}) {
  return (
    <Field
      label="Reply schema (optional)"
      hint="JSON Schema of the reply (2020-12, or draft-07 with $schema). The agent then replies with data."
      error={error ?? faultOf('reply_schema')}
    >
      {(field) => (
        <Textarea
          {...field}
          rows={4}
          spellCheck={false}
          className="font-mono text-xs"
          {...register('reply_schema', { validate: (text) => faultOfJson(text) ?? true })}
        />
      )}
    </Field>
  );
}
