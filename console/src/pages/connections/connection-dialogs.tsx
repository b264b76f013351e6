import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Connection } from '../../api/schema.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ImportTools } from './import-tools.tsx';
import { useConnectionChanges } from './use-connection-changes.ts';

export type ConnectionDialog = 'edit' | 'delete' | 'import';

/** The dialogs of a connection, of which at most one is open. */
export function ConnectionDialogs({
  connection,
  open,
  onClose,
}: {
  connection: Connection;
  open: ConnectionDialog | undefined;
  onClose: () => void;
}) {
  const { id, name } = connection;
  const { change, remove } = useConnectionChanges();
  return (
    <>
      <Dialog open={open === 'edit'} onOpenChange={onClose} title={`Edit ${name}`}>
        <ConnectionForm
          connection={connection}
          action="Save"
          onCancel={onClose}
          onSubmit={async (fields) => {
            await change.mutateAsync({ id, fields });
            onClose();
          }}
        />
      </Dialog>
      <Dialog
        open={open === 'import'}
        onOpenChange={onClose}
        title={`Import the tools of ${name}`}
        description="Each tool becomes a patch. A tool that changed becomes a new version, which no agent has until it is published with it."
        className="max-w-2xl"
      >
        <ImportTools connectionId={id} onDone={onClose} />
      </Dialog>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={onClose}
        title={`Delete ${name}?`}
        description="Runs that use it fail their next call to it."
        action="Delete"
        danger
        onConfirm={async () => await remove.mutateAsync(id)}
      />
    </>
  );
}
