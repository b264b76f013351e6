import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { HeldWrite } from '../conversation/event-data.ts';
import { useNow } from '../time/use-now.ts';
import { Button } from '../ui/button.tsx';
import { useRefusal } from '../ui/rights.ts';
import { useRefusalToApprove } from './use-approver.ts';
import type { Decision } from './decide.ts';
import { RejectForm } from './reject-form.tsx';

/** The buttons that decide on a held write, and why they cannot be pressed. */
export function DecisionButtons({
  held: { approvals, expires_at },
  settleMs,
  blocked,
  onDecide,
  onRevise,
}: {
  held: Pick<HeldWrite, 'approvals' | 'expires_at'>;
  settleMs: number;
  /** Whether nobody decides now. */
  blocked: boolean;
  /** Resolves to whether it was accepted. */
  onDecide: (decision: Decision) => Promise<boolean>;
  onRevise: () => void;
}) {
  const [rejecting, setRejecting] = useState(false);
  const [busy, setBusy] = useState<Decision['decision']>();
  const settled = useSettled(settleMs);
  const refusal = useRefusal('approver');
  const refusalToApprove = useRefusalToApprove(approvals);
  const expired = useIsPast(expires_at);
  const disabled = busy !== undefined || !settled || blocked || expired;
  const decide = async (decision: Decision): Promise<void> => {
    setBusy(decision.decision);
    const accepted = await onDecide(decision);
    setBusy(undefined);
    if (accepted) setRejecting(false);
  };
  const why = refusal ?? refusalToApprove;
  return (
    <>
      {why !== undefined && <p className="mt-4 text-[13px] text-muted">{why}</p>}
      <div className="mt-4">
        {rejecting ? (
          <RejectForm
            busy={busy === 'reject'}
            onCancel={() => setRejecting(false)}
            onReject={(reason) => void decide({ decision: 'reject', reason })}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button
              needs="approver"
              look="primary"
              busy={busy === 'approve'}
              disabled={disabled || refusalToApprove !== undefined}
              title={refusalToApprove}
              onClick={() => void decide({ decision: 'approve' })}
            >
              <Check aria-hidden />
              Approve
            </Button>
            <Button needs="approver" look="danger" disabled={disabled} onClick={() => setRejecting(true)}>
              Reject…
            </Button>
            <Button needs="approver" disabled={disabled} onClick={onRevise}>
              Correct…
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Whether what was rendered first has stood still for so long. */
function useSettled(ms: number): boolean {
  const [settled, setSettled] = useState(ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return settled;
}

function useIsPast(at: string | undefined): boolean {
  const now = useNow();
  return at !== undefined && Date.parse(at) <= now;
}
