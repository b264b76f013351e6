import type { FormEvent, ReactNode } from 'react';
import { faultIn } from '../../api/api-error.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';

/** Asks for the name of a credential, and for what else its kind has. */
export function NewKeyForm({
  renderFields,
  busy,
  error,
  onCreate,
  onCancel,
}: {
  renderFields: (error: unknown) => ReactNode;
  busy: boolean;
  /** Null if there was none. */
  error: unknown;
  onCreate: (form: FormData) => void;
  onCancel: () => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onCreate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field
        label="Name (optional)"
        hint="Helps people to distinguish keys."
        error={faultIn(error, 'name')?.message}
      >
        {(control) => <Input {...control} name="name" autoComplete="off" />}
      </Field>
      {renderFields(error)}
      <FormActions action="Create" error={error} busy={busy} onCancel={onCancel} />
    </form>
  );
}
