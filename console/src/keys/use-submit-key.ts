import { useEffect } from 'react';
import { submitFormOf } from './submit-form.ts';

/** Ctrl-Enter and ⌘-Enter submit the form in which one types. For pages that have no other keys. */
export function useSubmitKey(): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const wanted = (event.metaKey || event.ctrlKey) && event.key === 'Enter';
      if (wanted && submitFormOf(event.target)) event.preventDefault();
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
