import { useNavigate } from '@tanstack/react-router';
import type { Payee } from '../../api/schema.ts';
import { FreezeButton } from '../../freezes/freeze-button.tsx';
import { payeeTitle } from '../../payments/payee-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EditDialogs, useEditing } from '../../ui/edit-dialogs.tsx';
import { useState } from 'react';
import { StatusForm } from './status-form.tsx';
import { usePayeeChanges } from './use-payee-changes.ts';

/** The changes that a person may make to a payee. */
export function PayeeActions({ payee }: { payee: Payee }) {
  const { id, status } = payee;
  const title = payeeTitle(payee);
  const navigate = useNavigate();
  const editing = useEditing<Payee>();
  const [blocking, setBlocking] = useState(false);
  const { change, remove } = usePayeeChanges();
  return (
    <>
      <Button needs="admin" onClick={() => editing.edit(payee)}>
        Change
      </Button>
      {status !== 'blocked' && (
        <Button needs={['approver', 'admin']} look="danger" onClick={() => setBlocking(true)}>
          Block
        </Button>
      )}
      <FreezeButton target={{ scope: 'payee', id }} name={`the payee ${title}`} />
      <Button needs="admin" look="danger" onClick={() => editing.remove(payee)}>
        Delete
      </Button>
      <EditDialogs
        editing={editing}
        titles={{ new: '', change: () => `Change ${title}`, delete: () => `Delete ${title}?` }}
        deletion="Its payments stay. The next payment to this account adds the payee again, as an open one."
        onDelete={async () => {
          await remove.mutateAsync(id);
          void navigate({ to: '/payees' });
        }}
      >
        {(_, saved) => <StatusForm payee={payee} onCancel={editing.close} onSaved={saved} />}
      </EditDialogs>
      <ConfirmDialog
        open={blocking}
        onOpenChange={setBlocking}
        title={`Block ${title}?`}
        description="Every call that pays it is denied from now on, also what is held or approved. Only an admin can open it again."
        action="Block"
        danger
        onConfirm={async () => await change.mutateAsync({ id, body: { status: 'blocked' } })}
      />
    </>
  );
}
