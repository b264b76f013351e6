import { useEffectEvent, useLayoutEffect } from 'react';
import { isOverlaid, isTyping } from './typing.ts';

/**
 * Keys of a page: told each key that is pressed while nobody types, no dialog is open, and no modifier is held.
 * @param onKey returns whether the key meant something to it
 */
export function useShortcutLayer(onKey: (event: KeyboardEvent) => boolean): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isOverlaid()) return;
    if (onKey(event)) event.preventDefault();
  });
  // With the first picture of the page: a key that is pressed once something can be seen is heard.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => heard(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
