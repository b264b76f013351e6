import { type FormEvent, useState } from 'react';
import { faultsOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { SecretOnce, type ShownOnce } from './secret-once.tsx';

/** What the form holds: trimmed texts, empty where nothing was entered. */
interface Form {
  name: string;
  publicKey: string;
}

/** Creates a credential and shows its secret once. */
export function NewKeyDialog({
  open,
  onOpenChange,
  title,
  secretLabel,
  publicKey = false,
  onCreate,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  secretLabel: string;
  /** Asks for a public key too. */
  publicKey?: boolean;
  onCreate: (form: Form) => Promise<ShownOnce>;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [shown, setShown] = useState<ShownOnce>();
  const change = (next: boolean): void => {
    if (!next) {
      setShown(undefined);
      setError(undefined);
    }
    onOpenChange(next);
  };
  const create = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      setShown(await onCreate({ name: formText(form, 'name'), publicKey: formText(form, 'public_key') }));
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void create(new FormData(event.currentTarget));
  };
  return (
    <Dialog open={open} onOpenChange={change} title={shown === undefined ? title : 'Created'}>
      {shown === undefined ? (
        <form onSubmit={submit} className="space-y-4">
          <Field
            label="Name (optional)"
            hint="For people, to tell keys apart."
            error={faultsOf(error).find(({ path }) => path === 'name')?.message}
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
          {error !== undefined && <ErrorNotice error={error} />}
          <DialogActions>
            <Button onClick={() => change(false)}>Cancel</Button>
            <Button look="primary" type="submit" busy={busy}>
              Create
            </Button>
          </DialogActions>
        </form>
      ) : (
        <>
          <SecretOnce shown={shown} label={secretLabel} />
          <DialogActions>
            <Button look="primary" onClick={() => change(false)}>
              Done
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
