import { useState } from 'react';
import { useSettled } from '#heddle-react/use-settled.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { useCanSign } from '../passkeys/own-passkeys.ts';
import { useIsPast } from '../time/use-is-past.ts';
import { Button } from '../ui/button.tsx';
import { useRefusal } from '../ui/rights.ts';
import { ApproveButton } from './approve-button.tsx';
import { useRefusals } from './use-approver.ts';
import type { Decision } from './decide.ts';
import { RejectForm } from './reject-form.tsx';

/** The buttons that decide on a held write, and why they cannot be pressed. */
export function DecisionButtons({
  held: { approvals, expires_at, not_before, frozen },
  settleMs,
  blocked,
  deciding,
  onDecide,
  onRevise,
}: {
  held: Pick<HeldWrite, 'approvals' | 'expires_at' | 'not_before' | 'frozen'>;
  settleMs: number;
  /** Whether nobody decides now. */
  blocked: boolean;
  /** The decision that is being sent. */
  deciding: Decision['decision'] | undefined;
  onDecide: (decision: Decision, options?: { onSuccess: () => void }) => void;
  onRevise: () => void;
}) {
  const [rejecting, setRejecting] = useState(false);
  const settled = useSettled(settleMs);
  const refusal = useRefusal('approver');
  const { toApprove: refusalToApprove, toRevise } = useRefusals(approvals);
  const sign = useCanSign();
  const approved = not_before !== undefined || frozen !== undefined;
  // From then on it is sent, and nobody decides any more.
  const expired = useIsPast(not_before ?? expires_at);
  const disabled = deciding !== undefined || !settled || blocked || expired;
  const why = refusal ?? (approved ? undefined : refusalToApprove);
  return (
    <>
      {why !== undefined && <p className="mt-4 text-note text-muted">{why}</p>}
      <div className="mt-4">
        {rejecting ? (
          <RejectForm
            busy={deciding === 'reject'}
            onCancel={() => setRejecting(false)}
            onReject={(reason) =>
              onDecide({ decision: 'reject', reason, sign }, { onSuccess: () => setRejecting(false) })
            }
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {!approved && (
              <ApproveButton
                busy={deciding === 'approve'}
                disabled={disabled}
                refusal={refusalToApprove}
                signs={sign}
                onApprove={() => onDecide({ decision: 'approve', sign })}
              />
            )}
            <Button needs="approver" look="danger" disabled={disabled} onClick={() => setRejecting(true)}>
              Reject…
            </Button>
            {!approved && (
              <Button
                needs="approver"
                disabled={disabled || toRevise !== undefined}
                title={toRevise}
                onClick={onRevise}
              >
                Correct…
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}
