import { useSyncExternalStore } from 'react';

// As `lg` of the style sheet: there is room for the list and for what is chosen of it.
const wide = window.matchMedia('(min-width: 64rem)');

/** Whether the list and what is chosen of it stand side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
}
