import { useEffect, useRef, useState } from 'react';

/**
 * Keeps a dialog from being closed by a slip: what would be lost by it is asked for first.
 * @param onOpenChange opens or closes it in fact
 */
export function useGuardedDialog(open: boolean, onOpenChange: (open: boolean) => void) {
  const content = useRef<HTMLDivElement>(null);
  const dirty = useRef(false);
  const [asking, setAsking] = useState(false);
  // The next input starts empty, however the dialog was closed.
  useEffect(() => {
    if (!open) dirty.current = false;
  }, [open]);
  const has = (selector: string): boolean => (content.current?.querySelector(selector) ?? null) !== null;
  const wouldLose = (): boolean => has('[data-shown-once]') || (dirty.current && has('form'));
  return {
    content,
    asking,
    setAsking,
    onTyped: (): void => {
      dirty.current = true;
    },
    change: (next: boolean): void => {
      if (!next && wouldLose()) setAsking(true);
      else onOpenChange(next);
    },
    /** A click beside it is no wish to lose what was typed, or is shown once. Escape and the buttons close it. */
    onInteractOutside: (event: Event): void => {
      if (has('form, [data-shown-once]')) event.preventDefault();
    },
  };
}
