import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Approval } from '../../../api/schema.ts';
import { useApprover, useRefusalToApprove } from '../../../approvals/approval-stages.tsx';
import { hasApproved } from '../../../approvals/may-approve.ts';
import { useRefusal } from '../../../ui/rights.ts';
import { type Asked, useInboxKeys } from './use-inbox-keys.ts';
import { useWide } from './use-wide.ts';

/**
 * What a key has asked for, and of which call; with how to end it.
 * @param found what is shown and waits
 * @param current what is shown
 */
export function useAsking(
  found: Approval | undefined,
  current: Approval | undefined,
): [{ what: Asked; item: Approval } | undefined, () => void] {
  const [asking, setAsking] = useState<{ what: Asked; item: Approval }>();
  const navigate = useNavigate();
  const wide = useWide();
  const refusal = useRefusal('approver');
  const refusalToApprove = useRefusalToApprove(found?.approvals);
  const approver = useApprover();
  const mayAsk = (what: Asked, { approvals }: Approval): boolean => {
    if (what === 'approve') return refusalToApprove === undefined;
    if (what === 'withdraw') return approvals !== undefined && hasApproved(approvals, approver);
    return true;
  };
  useInboxKeys({
    open:
      wide && current !== undefined
        ? () => {
            const { thread_id: thread, subject_ref: subject } = current;
            void navigate({ to: '/playground', search: { thread, subject } });
          }
        : undefined,
    ask: (what, callId) => {
      const isShown = found?.kind === 'confirmation' && found.tool_call_id === callId;
      if (refusal === undefined && isShown && mayAsk(what, found)) setAsking({ what, item: found });
    },
  });
  return [asking, () => setAsking(undefined)];
}
