import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in an element: when what had the focus in it is gone, the element itself gets it. Where the focus was elsewhere,
 * it stays there.
 * @param changed what is in it: another text whenever something of it may be gone, and none if nothing is in it
 */
export function useFocusStays(element: RefObject<HTMLElement | null>, changed: string): void {
  const wasHere = useRef(false);
  useEffect(() => {
    const notice = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('[role=dialog], [role=alertdialog]')) return;
      wasHere.current = element.current?.contains(target) === true;
    };
    document.addEventListener('focusin', notice);
    return () => document.removeEventListener('focusin', notice);
  }, [element]);
  useEffect(() => {
    if (changed === '') return undefined;
    // After a dialog that has just been closed has tried to give the focus back.
    const timer = setTimeout(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && wasHere.current) element.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [element, changed]);
}
