import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Endpoint } from './endpoint.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { useEndpointActions } from './use-endpoint-actions.ts';

export type EndpointDialog = 'edit' | 'rotate' | 'delete';

/** The dialogs of an endpoint, of which at most one is open. */
export function EndpointDialogs({
  endpoint,
  open,
  actions: { change, rotate, remove },
  onClose,
}: {
  endpoint: Endpoint;
  open: EndpointDialog | undefined;
  actions: Pick<ReturnType<typeof useEndpointActions>, 'change' | 'rotate' | 'remove'>;
  onClose: () => void;
}) {
  return (
    <>
      <Dialog open={open === 'edit'} onOpenChange={onClose} title="Edit the endpoint">
        <EndpointForm
          endpoint={endpoint}
          action="Save"
          onCancel={onClose}
          onSubmit={async (settings) => {
            await change.mutateAsync(settings);
            onClose();
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={open === 'rotate'}
        onOpenChange={onClose}
        title="Rotate the signing secret?"
        description="Deliveries are signed with the new and the old secret for 24 hours, then with the new one alone."
        action="Rotate"
        onConfirm={async () => await rotate.mutateAsync()}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={onClose}
        title="Delete the endpoint?"
        description="Nothing more is sent to it, including events that are still to be delivered."
        action="Delete"
        danger
        onConfirm={async () => await remove.mutateAsync()}
      />
    </>
  );
}
