import { useState } from 'react';
import type { HeldWrite } from '../conversation/event-data.ts';
import { isSameCall } from '#contract/same-call.ts';

/**
 * What a card shows of a held write: as it was when the card appeared. If it changes, the card says so, and nobody decides on it
 * before they have seen what it is now.
 */
export function useShownCall(held: HeldWrite): {
  shown: HeldWrite;
  changed: boolean;
  showWhatItIsNow: () => void;
} {
  const [first, setFirst] = useState(held);
  const changed = !isSameCall(first, held);
  // The approvals that it has are no part of what is decided on.
  const { approvals, expires_at } = held;
  const shown = changed ? { ...first, approvals, expires_at } : held;
  return { shown, changed, showWhatItIsNow: () => setFirst(held) };
}
