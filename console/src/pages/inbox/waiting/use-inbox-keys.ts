import { useShortcutLayer } from '../../../keys/use-shortcut-layer.ts';

/** Actions that a key can request. Nothing is sent before a dialog has shown the call. */
export type Asked = 'approve' | 'reject' | 'revise' | 'withdraw';

/** The attribute of a row and of a card that says which call they show. */
export const callAttribute = 'data-call';

const asks: Record<string, Asked> = { a: 'approve', r: 'reject', e: 'revise', w: 'withdraw' };

/**
 * The keys of the inbox beside those of every list: Enter opens the conversation; `a`, `r`, `e` and `w` ask to approve, reject,
 * correct and withdraw. A key that asks is about the row or card that has the focus, and about nothing where none has.
 */
export function useInboxKeys({
  open,
  ask,
}: {
  /**
   * Undefined where Enter opens what the row shows.
   * @param callId of the row that has the focus; undefined where none has
   */
  open: ((callId: string | undefined) => void) | undefined;
  /** @param callId of the row or card that has the focus */
  ask: (what: Asked, callId: string) => void;
}): void {
  useShortcutLayer((event) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const callId = target?.closest(`[${callAttribute}]`)?.getAttribute(callAttribute) ?? undefined;
    const what = asks[event.key];
    // A key that is held down repeats itself.
    if (what !== undefined && callId !== undefined && !event.repeat) {
      ask(what, callId);
      return true;
    }
    // Enter on a button presses it; on a row of the list, and where nothing is focused, it opens.
    const onControl = target?.closest('a, button, summary, input') ?? null;
    const opens = onControl === null || onControl.id.startsWith('waits-');
    if (event.key !== 'Enter' || !opens || open === undefined) return false;
    open(callId);
    return true;
  });
}
