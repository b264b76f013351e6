import { useMutation } from '@tanstack/react-query';
import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';

/** Asks before something that cannot be undone. Stays open, with the error, when the action fails. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  action,
  dismiss = 'Cancel',
  danger = false,
  disabled = false,
  onConfirm,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** Label of the button: a verb, such as "Revoke". */
  action: string;
  /** Label of the other button. */
  dismiss?: string;
  danger?: boolean;
  /** Whether it cannot be done now. */
  disabled?: boolean;
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}) {
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: () => change(false) });
  const change = (next: boolean): void => {
    if (!next) confirm.reset();
    onOpenChange(next);
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <div className="fixed inset-0 z-40 animate-fade-in bg-black/40" aria-hidden />
        <AlertDialog.Content className="fixed top-[14vh] left-1/2 z-50 max-h-[76vh] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 animate-appear overflow-y-auto rounded-2xl border bg-surface p-6 shadow-float outline-none">
          <AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1.5 text-sm text-muted">{description}</div>
          </AlertDialog.Description>
          {children}
          {confirm.isError && <ErrorNotice error={confirm.error} mayHaveHappened className="mt-4" />}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{dismiss}</Button>
            </AlertDialog.Cancel>
            <Button
              look={danger ? 'danger' : 'primary'}
              busy={confirm.isPending}
              disabled={disabled}
              onClick={() => confirm.mutate()}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
