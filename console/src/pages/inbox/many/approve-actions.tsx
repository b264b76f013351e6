import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';

/** The element that gets the focus before an approval: one that decides nothing, so that Enter alone does not. */
export const cancelId = 'decide-many-cancel';

/** The buttons of an approval of several calls, and what it leads to. */
export function ApproveActions({
  action,
  about,
  sign,
  busy,
  disabled,
  onCancel,
  onApprove,
}: {
  /** Label of the button that approves. */
  action: string;
  /** The calls in words, such as "3 calls". */
  about: string;
  /** Whether a passkey signs it. */
  sign: boolean;
  busy: boolean;
  /** Whether one cannot approve now. */
  disabled: boolean;
  onCancel: () => void;
  onApprove: () => void;
}) {
  return (
    <>
      <p className="text-sm text-muted">
        {sign && `One signature with your passkey is for ${about}. `}
        Each that needs no further approval is sent at once.
      </p>
      <DialogActions>
        <Button id={cancelId} onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button look="primary" needs="approver" busy={busy} disabled={disabled} onClick={onApprove}>
          {action}
        </Button>
      </DialogActions>
    </>
  );
}
