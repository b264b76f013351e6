import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Approval } from '../../../api/schema.ts';
import { useApprover, useRefusals } from '../../../approvals/use-approver.ts';
import { hasApproved } from '../../../approvals/may-approve.ts';
import { useRefusal } from '../../../ui/rights.ts';
import { type Asked, useInboxKeys } from './use-inbox-keys.ts';
import { useWide } from './use-wide.ts';

/**
 * The action that a key requested, and its call. The focused row is shown a moment later, or on a phone by the key, so
 * an earlier
 * key waits for it.
 * @param found the item that is shown and waits
 * @param current the item that is shown
 * @param onShow shows a row that is not yet shown
 * @param selecting whether rows are selected, which the keys of decisions are about then
 */
export function useAsking(
  items: readonly Approval[],
  found: Approval | undefined,
  current: Approval | undefined,
  { onShow, selecting }: { onShow: (item: Approval) => void; selecting: boolean },
): [{ what: Asked; item: Approval } | undefined, () => void] {
  const [asking, setAsking] = useState<{ what: Asked; item: Approval }>();
  const [early, setEarly] = useState<{ what: Asked; callId: string; shownId: string | undefined }>();
  const navigate = useNavigate();
  const wide = useWide();
  const refusal = useRefusal('approver');
  const { toApprove, toRevise } = useRefusals(found?.approvals);
  const approver = useApprover();
  const mayAsk = (what: Asked, { approvals }: Approval): boolean => {
    if (what === 'approve') return toApprove === undefined;
    if (what === 'revise') return toRevise === undefined;
    if (what === 'withdraw') return approvals !== undefined && hasApproved(approvals, approver);
    return true;
  };
  const shownId = found?.tool_call_id;
  const ask = (what: Asked): void => {
    if (found?.kind === 'confirmation' && mayAsk(what, found)) setAsking({ what, item: found });
  };
  // Something else than at the time of the key is shown by now: what it was about, or not.
  if (early !== undefined && early.shownId !== shownId) {
    setEarly(undefined);
    if (early.callId === shownId) ask(early.what);
  }
  useInboxKeys({
    open:
      wide && current !== undefined
        ? (callId) => {
            const item = items.find(({ tool_call_id }) => tool_call_id === callId) ?? current;
            const { thread_id: thread, subject_ref: subject } = item;
            void navigate({ to: '/playground', search: { thread, subject } });
          }
        : undefined,
    ask: (what, callId) => {
      if (refusal !== undefined || (selecting && (what === 'approve' || what === 'reject'))) return;
      if (callId === shownId) return ask(what);
      setEarly({ what, callId, shownId });
      const row = wide ? undefined : items.find(({ tool_call_id }) => tool_call_id === callId);
      if (row !== undefined) onShow(row);
    },
  });
  return [asking, () => setAsking(undefined)];
}
