import { useEffect, useRef } from 'react';
import { callAttribute } from './use-inbox-keys.ts';

/**
 * Keeps the keyboard on what is shown: when the row, card or dialog that had the focus is gone, the row of the call that is shown
 * next gets it. Where the focus was elsewhere, it stays there.
 */
export function useKeptFocus(callId: string | undefined, overlaid: boolean): void {
  const wasHere = useRef(false);
  useEffect(() => {
    const notice = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('[role=dialog], [role=alertdialog]')) return;
      wasHere.current = target.closest(`[${callAttribute}]`) !== null;
    };
    document.addEventListener('focusin', notice);
    return () => document.removeEventListener('focusin', notice);
  }, []);
  useEffect(() => {
    if (overlaid || callId === undefined) return;
    // After a dialog that has just been closed has tried to give the focus back.
    const timer = setTimeout(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && wasHere.current) document.getElementById(`waits-${callId}`)?.focus();
    });
    return () => clearTimeout(timer);
  }, [callId, overlaid]);
}
