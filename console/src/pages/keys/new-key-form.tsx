import type { FormEvent } from 'react';
import { faultIn } from '../../api/api-error.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { formText } from '../../ui/form-text.ts';

/** What the form holds: trimmed texts, empty where nothing was entered. */
export interface NewKey {
  name: string;
  publicKey: string;
}

/** Asks for the name of a credential and, if it may have one, for its public key. */
export function NewKeyForm({
  publicKey,
  busy,
  error,
  onCreate,
  onCancel,
}: {
  publicKey: boolean;
  busy: boolean;
  /** Null if there was none. */
  error: unknown;
  onCreate: (key: NewKey) => void;
  onCancel: () => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onCreate({ name: formText(form, 'name'), publicKey: formText(form, 'public_key') });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field
        label="Name (optional)"
        hint="For people, to tell keys apart."
        error={faultIn(error, 'name')?.message}
      >
        {(control) => <Input {...control} name="name" autoComplete="off" />}
      </Field>
      {publicKey && (
        <Field
          label="Public key (optional)"
          hint="A JWK: Ed25519, P-256 or RSA. Without one, a secret for HS256 is generated."
        >
          {(control) => (
            <Textarea {...control} name="public_key" rows={5} spellCheck={false} className="font-mono" />
          )}
        </Field>
      )}
      <FormActions action="Create" error={error} busy={busy} onCancel={onCancel} />
    </form>
  );
}
