import { useEffectEvent, useLayoutEffect } from 'react';
import { isOverlaid, isTyping } from './typing.ts';

/**
 * Shortcuts of a page. Called for each key while no field has the focus, no dialog is open, and no modifier is held.
 * @param onKey returns whether it used the key
 */
export function useShortcutLayer(onKey: (event: KeyboardEvent) => boolean): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isOverlaid()) return;
    if (onKey(event)) event.preventDefault();
  });
  // Registered before the first paint, so that no key is lost once the page is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
