import { useShortcutLayer } from '../../../keys/use-shortcut-layer.ts';
import { callAttribute } from '../waiting/use-inbox-keys.ts';
import type { Selecting } from './use-selecting.ts';

/**
 * The keys of a selection: Shift with an arrow or `x` selects a range, Escape clears it, `a` and `r` ask to decide on all that is
 * selected. Nothing is sent before a dialog has shown them.
 */
export function useSelectingKeys(
  { rows, ids, extend, clear }: Selecting,
  {
    disabled,
    onDecide,
  }: {
    /** Where one may not decide. */
    disabled: boolean;
    onDecide: (decision: 'approve' | 'reject') => void;
  },
): void {
  const order = rows.map(({ item }) => item.tool_call_id);
  useShortcutLayer(({ key, shiftKey, repeat, target, defaultPrevented }) => {
    // An Escape that has closed a dialog is used.
    if (disabled || defaultPrevented) return false;
    const row = target instanceof Element ? target.closest(`[${callAttribute}]`) : null;
    const at = order.indexOf(row?.getAttribute(callAttribute) ?? '');
    const here = order[at];
    if (shiftKey && key === 'X' && here !== undefined) {
      extend(here, here);
      return true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const there = step === undefined ? undefined : order[at + step];
    if (shiftKey && here !== undefined && there !== undefined) {
      extend(here, there);
      const link = document.getElementById(`waits-${there}`);
      link?.focus();
      link?.scrollIntoView({ block: 'nearest' });
      return true;
    }
    if (ids.size === 0 || repeat) return false;
    if (key === 'Escape') clear();
    else if (key === 'a') onDecide('approve');
    else if (key === 'r') onDecide('reject');
    else return false;
    return true;
  });
}
