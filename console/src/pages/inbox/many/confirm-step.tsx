import { settleMs, useSettled } from '#heddle-react/use-settled.ts';
import type { Approval } from '../../../api/schema.ts';
import { RejectForm } from '../../../approvals/reject-form.tsx';
import { counted } from '../../../text/counted.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { ApproveActions } from './approve-actions.tsx';
import { ItemLine, ItemLines } from './item-line.tsx';
import type { LeftOut } from './left-out.ts';
import { LeftOutLines } from './left-out-lines.tsx';
import { TotalsText } from './totals-text.tsx';

/** The calls that are about to be decided on, with their total, and those that are left out. */
export function ConfirmStep({
  decision,
  decided,
  left,
  sign,
  busy,
  error,
  onCancel,
  onConfirm,
}: {
  decision: 'approve' | 'reject';
  decided: readonly Approval[];
  left: readonly LeftOut[];
  /** Whether a passkey signs it. */
  sign: boolean;
  busy: boolean;
  error: unknown;
  onCancel: () => void;
  onConfirm: (reason?: string) => void;
}) {
  const settled = useSettled(settleMs);
  const disabled = !settled || decided.length === 0;
  const action = `${decision === 'approve' ? 'Approve' : 'Reject'} ${decided.length}${sign ? ' and sign' : ''}`;
  return (
    <div className="space-y-4">
      {decided.length > 0 && (
        <>
          <TotalsText items={decided} />
          <ItemLines label={decision === 'approve' ? 'To be approved' : 'To be rejected'}>
            {decided.map((item) => (
              <ItemLine key={item.tool_call_id} item={item} />
            ))}
          </ItemLines>
        </>
      )}
      <LeftOutLines left={left} />
      {error !== null && <ErrorNotice error={error} mayHaveHappened />}
      {decision === 'reject' ? (
        <RejectForm
          action={action}
          busy={busy}
          disabled={disabled}
          onCancel={onCancel}
          onReject={(reason) => onConfirm(reason)}
        />
      ) : (
        <ApproveActions
          action={action}
          about={counted(decided.length, 'call')}
          sign={sign}
          busy={busy}
          disabled={disabled}
          onCancel={onCancel}
          onApprove={() => onConfirm()}
        />
      )}
    </div>
  );
}
