import { lazy, Suspense } from 'react';
import type { Approval } from '../../../api/schema.ts';
import { isSameCall } from '#contract/same-call.ts';
import { heldOf } from '../../../approvals/held-of.ts';
import { useCanSign } from '../../../passkeys/own-passkeys.ts';
import { WithdrawDialog } from '../../../approvals/withdraw-dialog.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import type { useDecisions } from './use-decisions.ts';
import type { Asked } from './use-inbox-keys.ts';

const ReviseDialog = lazy(() => import('../../../approvals/revise/revise-dialog.tsx'));

/** The dialog that a key opened: it shows the call and decides on it. */
export function DecisionDialog({
  what,
  item,
  now,
  decisions: { settle, correct, takeBack },
  onClose,
}: {
  what: Asked;
  /** As it was when the key was pressed. */
  item: Approval;
  /** As it is now; undefined if it no longer waits. */
  now: Approval | undefined;
  decisions: Pick<ReturnType<typeof useDecisions>, 'settle' | 'correct' | 'takeBack'>;
  onClose: () => void;
}) {
  const sign = useCanSign();
  const changed = now === undefined || !isSameCall(now, item);
  switch (what) {
    case 'approve':
      return (
        <ApproveDialog
          item={item}
          changed={changed}
          onClose={onClose}
          onApprove={async () => await settle(item, { decision: 'approve', sign })}
        />
      );
    case 'reject':
      return (
        <RejectDialog
          item={item}
          changed={changed}
          onClose={onClose}
          onReject={async (reason) => await settle(item, { decision: 'reject', reason, sign })}
        />
      );
    case 'revise':
      return (
        <Suspense>
          <ReviseDialog
            held={heldOf(item)}
            onClose={onClose}
            onRevise={async (revision) => await correct(item, revision)}
          />
        </Suspense>
      );
    case 'withdraw':
      return (
        <WithdrawDialog held={heldOf(item)} onClose={onClose} onWithdraw={async () => await takeBack(item)} />
      );
  }
}
