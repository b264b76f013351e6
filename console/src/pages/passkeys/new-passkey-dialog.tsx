import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { faultIn } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { enrolPasskey } from './enrol-passkey.ts';

/** Asks for a name, and has the browser make a passkey. */
export function NewPasskeyDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const queries = useQueryClient();
  const id = useId();
  const enrol = useMutation({
    mutationFn: enrolPasskey,
    onSuccess: async () => await queries.invalidateQueries({ queryKey: ['passkeys'] }),
  });
  const close = (): void => {
    enrol.reset();
    onOpenChange(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    enrol.mutate(typeof name === 'string' ? name : '', {
      onSuccess: (result) => {
        if (result === 'enrolled') close();
      },
    });
  };
  return (
    <Dialog open={open} onOpenChange={close} title="Add a passkey">
      {enrol.data === 'proposed' ? (
        <>
          <p role="status" className="text-sm">
            Another person has to approve your passkey, on the page Changes. Until then it signs nothing.
          </p>
          <DialogActions>
            <Button look="primary" onClick={close}>
              Close
            </Button>
          </DialogActions>
        </>
      ) : (
        <form onSubmit={submit} className="space-y-4" aria-describedby={`${id}-about`}>
          <p id={`${id}-about`} className="text-sm text-muted">
            Your browser asks you to confirm, and asks one of your passkeys to agree if you have any.
          </p>
          <Field
            label="Name"
            hint="Helps you to distinguish your passkeys."
            error={faultIn(enrol.error, 'name')?.message}
          >
            {(control) => <Input {...control} name="name" required autoComplete="off" />}
          </Field>
          <FormActions action="Add" error={enrol.error} busy={enrol.isPending} onCancel={close} />
        </form>
      )}
    </Dialog>
  );
}
