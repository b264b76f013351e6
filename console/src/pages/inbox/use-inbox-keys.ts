import { useEffectEvent, useLayoutEffect } from 'react';
import { isOverlaid, isTyping } from '../../ui/use-shortcuts.ts';

/** The keys of the inbox: `j` and `k` move, `a` and `r` ask for a decision, Enter opens. */
export function useInboxKeys({
  move,
  open,
  ask,
}: {
  move: (by: 1 | -1) => void;
  open: () => unknown;
  ask: (what: 'approve' | 'reject') => unknown;
}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isOverlaid()) return;
    const actions: Record<string, () => unknown> = {
      j: () => move(1),
      k: () => move(-1),
      a: () => ask('approve'),
      r: () => ask('reject'),
    };
    // Enter on a button presses it; on a row of the list, and where nothing is focused, it opens.
    const target = event.target instanceof HTMLElement ? event.target : null;
    const onControl = target?.closest('a, button, summary') ?? null;
    if (onControl === null || onControl.id.startsWith('waits-')) actions['Enter'] = open;
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
