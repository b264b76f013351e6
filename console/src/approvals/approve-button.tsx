import { Check } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** The button that approves a held write. */
export function ApproveButton({
  busy,
  disabled,
  refusal,
  signs,
  onApprove,
}: {
  busy: boolean;
  disabled: boolean;
  /** Why the person may not approve it. Absent if they may. */
  refusal: string | undefined;
  /** Whether a passkey signs the approval. */
  signs: boolean;
  onApprove: () => void;
}) {
  return (
    <Button
      needs="approver"
      look="primary"
      busy={busy}
      disabled={disabled || refusal !== undefined}
      title={refusal}
      onClick={onApprove}
    >
      <Check aria-hidden />
      {signs ? 'Approve and sign' : 'Approve'}
    </Button>
  );
}
