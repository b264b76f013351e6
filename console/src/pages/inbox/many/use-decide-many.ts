import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Approval, Assertion } from '../../../api/schema.ts';
import { isPassing } from '../../../api/api-error.ts';
import { decideMany, signMany } from '../../../approvals/decide-many.ts';
import { approvalsKey } from '../../../inbox-news/approvals-key.ts';
import type { LeftOut } from './left-out.ts';

/** A decision that somebody has confirmed. */
interface Confirmed {
  decision: 'approve' | 'reject';
  reason?: string | undefined;
  decided: readonly Approval[];
  /** The calls that were left out of it. */
  left: readonly LeftOut[];
}

/**
 * Sends one decision on several calls. After a lost answer, the same decision is sent again with the signature that it had, so that
 * it happens once.
 * @param sign whether a passkey of the person signs it
 */
export function useDecideMany(sign: boolean) {
  const queryClient = useQueryClient();
  const signed = useRef<{ about: string; assertion: Assertion }>(undefined);
  return useMutation({
    mutationFn: async ({ decision, reason, decided: items }: Confirmed) => {
      const asked = { decision, reason, items };
      if (!sign) return await decideMany(asked);
      const about = JSON.stringify(items.map(({ digest }) => digest));
      if (signed.current?.about !== about) signed.current = { about, assertion: await signMany(asked) };
      try {
        return await decideMany(asked, signed.current.assertion);
      } catch (error) {
        // A signature that was refused is not sent a second time.
        if (!isPassing(error)) signed.current = undefined;
        throw error;
      }
    },
    // The results say which calls wait still.
    onSettled: async () => await queryClient.invalidateQueries({ queryKey: approvalsKey }),
  });
}
