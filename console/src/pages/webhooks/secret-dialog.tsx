import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CodeBlock } from '../../ui/json-view.tsx';

/** The signing secret of an endpoint, the only time that it is shown. */
export function SecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={secret !== undefined}
      onOpenChange={onClose}
      title="The signing secret"
      description="Verify the signature of every delivery with it. Copy it now: it is not shown again."
    >
      <CodeBlock text={secret ?? ''} label="Signing secret" />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
