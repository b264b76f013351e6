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

interface JsonFieldProps extends FieldProps {
  /** The form's own error of the field. */
  error: string | undefined;
}

/** The facts that the backend gives. */
export function ContextField(props: JsonFieldProps) {
  return (
    <JsonField
      {...props}
      name="context"
      label="Context (optional)"
      hint='What your backend knows: {"schema": {"type": "object", "properties": {…}}, "shown": [names]}. The model sees what is in shown.'
    />
  );
}

/** The schema of its replies. */
export function ReplySchemaField(props: JsonFieldProps) {
  return (
    <JsonField
      {...props}
      name="reply_schema"
      label="Reply schema (optional)"
      hint="JSON Schema of the reply (2020-12, or draft-07 with $schema). The agent then replies with data."
    />
  );
}

function JsonField({
  register,
  faultOf,
  error,
  name,
  label,
  hint,
}: JsonFieldProps & { name: 'context' | 'reply_schema'; label: string; hint: string }) {
  return (
    <Field label={label} hint={hint} error={error ?? faultOf(name)}>
      {(field) => (
        <Textarea
          {...field}
          rows={4}
          spellCheck={false}
          className="font-mono text-xs"
          {...register(name, { validate: (text) => faultOfJson(text) ?? true })}
        />
      )}
    </Field>
  );
}
