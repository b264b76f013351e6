import { useState } from 'react';
import { type CoveredCall, isSameCall } from '../../../contract/same-call.ts';

/** A held write, with what changes while it is held and is no part of what is decided on. */
type ShownCall = CoveredCall & { approvals?: unknown; expires_at?: string | undefined };

/**
 * The version of a held write that a card shows: the one from when the card appeared. If it changes, the card says so,
 * and nobody decides before having seen the new version.
 */
export function useShownCall<Held extends ShownCall | undefined>(
  held: Held,
): { shown: Held; changed: boolean; showWhatItIsNow: () => void } {
  const [first, setFirst] = useState(held);
  if (first === undefined && held !== undefined) setFirst(held);
  const changed = first !== undefined && held !== undefined && !isSameCall(first, held);
  // The approvals that it has are no part of what is decided on.
  const shown = changed ? { ...first, approvals: held.approvals, expires_at: held.expires_at } : held;
  return { shown, changed, showWhatItIsNow: () => setFirst(held) };
}
