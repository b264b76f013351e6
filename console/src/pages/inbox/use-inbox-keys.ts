import { useEffectEvent, useLayoutEffect } from 'react';
import { isOverlaid, isTyping } from '../../ui/use-shortcuts.ts';

/** What can be asked for by a key. Nothing is done before a dialog has shown what it is about. */
export type Asked = 'approve' | 'reject' | 'revise' | 'withdraw';

/** The attribute of a row and of a card that says which call they show. */
export const callAttribute = 'data-call';

/**
 * The keys of the inbox: `j` and `k` move, Enter opens; `a`, `r`, `e` and `w` ask to approve, reject, correct and withdraw. A key
 * that asks is about the row or card that has the focus, and about nothing where none has.
 */
export function useInboxKeys({
  move,
  open,
  ask,
}: {
  move: (by: 1 | -1) => void;
  open: () => unknown;
  /** @param callId of the row or card that has the focus */
  ask: (what: Asked, callId: string) => unknown;
}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isOverlaid()) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    const callId = target?.closest(`[${callAttribute}]`)?.getAttribute(callAttribute) ?? undefined;
    const actions: Record<string, () => unknown> = { j: () => move(1), k: () => move(-1) };
    // A key that is held down repeats itself.
    if (callId !== undefined && !event.repeat) {
      actions['a'] = () => ask('approve', callId);
      actions['r'] = () => ask('reject', callId);
      actions['e'] = () => ask('revise', callId);
      actions['w'] = () => ask('withdraw', callId);
    }
    // Enter on a button presses it; on a row of the list, and where nothing is focused, it opens.
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
