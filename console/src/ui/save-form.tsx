import { type FormEvent, type ReactNode, useState } from 'react';
import { faultsOf } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

type Fault = ReturnType<typeof faultsOf>[number];

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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await onSave(form);
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void save(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      {children((name) => faultsOf(error).find(({ path }) => path === name || path.startsWith(`${name}.`)))}
      {error !== undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button needs="admin" type="submit" look="primary" busy={busy}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}
