import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { navigation } from './navigation.ts';

const sequenceMs = 1200;

/** Whether a key goes into a field, and is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** Whether a dialog or menu is open, which has the keyboard for itself. */
export function isOverlaid(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}

/** The shortcuts of every page: Ctrl/Cmd-K, `?`, and `g` with the letter of a page. */
export function useShortcuts({
  openPalette,
  openShortcuts,
}: {
  openPalette: () => void;
  openShortcuts: () => void;
}): void {
  const navigate = useNavigate();
  const actions = useRef({ openPalette, openShortcuts });
  useEffect(() => {
    actions.current = { openPalette, openShortcuts };
  });
  // With the first picture of the page: a key that is pressed once something can be seen is heard.
  useLayoutEffect(() => {
    let wentAt = 0;
    const onKey = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        actions.current.openPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isOverlaid()) return;
      if (event.key === '?') {
        actions.current.openShortcuts();
        return;
      }
      if (event.key === 'g') {
        wentAt = event.timeStamp;
        return;
      }
      const follows = event.timeStamp - wentAt < sequenceMs && wentAt > 0;
      wentAt = 0;
      if (!follows) return;
      const entry = navigation.flatMap(({ entries }) => entries).find(({ key }) => key === event.key);
      if (entry === undefined) return;
      // Or this page, or the one that opens, would take the letter as one of its own shortcuts.
      event.preventDefault();
      event.stopImmediatePropagation();
      void navigate({ to: entry.to });
    };
    // Before what the page itself listens to, whichever of them was there first.
    const first = { capture: true };
    window.addEventListener('keydown', onKey, first);
    return () => window.removeEventListener('keydown', onKey, first);
  }, [navigate]);
}
