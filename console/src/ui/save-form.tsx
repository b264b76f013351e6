import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { type Fault, faultIn } from '../api/api-error.ts';
import { FormActions } from './form-actions.tsx';

/** A form of a dialog that an admin saves: its fields, what was refused, and the buttons. */
export function SaveForm({
  onSave,
  onCancel,
  children,
}: {
  /** Sends it. Of what it throws, the form shows the message, and its fields what is wrong with each. */
  onSave: (form: FormData) => Promise<void>;
  onCancel: () => void;
  /** The fields. `faultOf` finds what is wrong with the field of a name, or with something in it. */
  children: (faultOf: (name: string) => Fault | undefined) => ReactNode;
}) {
  const save = useMutation({ mutationFn: onSave });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      {children((name) => faultIn(save.error, name))}
      <FormActions action="Save" needs="admin" error={save.error} busy={save.isPending} onCancel={onCancel} />
    </form>
  );
}
