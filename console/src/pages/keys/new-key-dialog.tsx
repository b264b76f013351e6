import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { SecretOnce, type ShownOnce } from './secret-once.tsx';

/** Creates a credential and shows its secret once. */
export function NewKeyDialog({
  open,
  onOpenChange,
  title,
  secretLabel,
  renderFields,
  onCreate,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  secretLabel: string;
  /** The fields beside the name. `error` is the reason of a refusal, or null. */
  renderFields: (error: unknown) => ReactNode;
  onCreate: (form: FormData) => Promise<ShownOnce>;
}) {
  const create = useMutation({ mutationFn: onCreate });
  const change = (next: boolean): void => {
    if (!next) create.reset();
    onOpenChange(next);
  };
  return (
    <Dialog open={open} onOpenChange={change} title={create.isSuccess ? 'Created' : title}>
      {create.isSuccess ? (
        <>
          <SecretOnce shown={create.data} label={secretLabel} />
          <DialogActions>
            <Button look="primary" onClick={() => change(false)}>
              Done
            </Button>
          </DialogActions>
        </>
      ) : (
        <NewKeyForm
          renderFields={renderFields}
          busy={create.isPending}
          error={create.error}
          onCreate={create.mutate}
          onCancel={() => change(false)}
        />
      )}
    </Dialog>
  );
}
