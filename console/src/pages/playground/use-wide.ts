import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 1440px)');

/** Whether there is room for a third column. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
}
