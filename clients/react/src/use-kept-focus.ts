import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a card whose buttons disappear after the decision, so that keyboard users continue from there.
 * @returns the ref of the card, which must be focusable
 */
export function useKeptFocus<Card extends HTMLElement>(open: boolean): RefObject<Card | null> {
  const card = useRef<Card>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current && !open && document.activeElement === document.body) card.current?.focus();
    was.current = open;
  }, [open]);
  return card;
}
