import type { NeededRole } from '#contract/role-rules.ts';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

/** The end of the form of a dialog: why it was refused, the way out, and the button that submits it. */
export function FormActions({
  action,
  error,
  busy,
  disabled = false,
  needs,
  staysOpen = false,
  onCancel,
}: {
  /** Label of the button: a verb, such as "Save". */
  action: string;
  /** Null or undefined if there was none. */
  error: unknown;
  busy: boolean;
  /** Whether it cannot be submitted as it is. */
  disabled?: boolean;
  needs?: NeededRole;
  /** Whether it cannot be left while it is sent. */
  staysOpen?: boolean;
  onCancel: () => void;
}) {
  return (
    <>
      {error !== undefined && error !== null && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onCancel} disabled={staysOpen && busy}>
          Cancel
        </Button>
        <Button needs={needs} look="primary" type="submit" busy={busy} disabled={disabled}>
          {action}
        </Button>
      </DialogActions>
    </>
  );
}
