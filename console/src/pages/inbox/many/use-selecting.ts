import { useMemo, useState } from 'react';
import type { Approval } from '../../../api/schema.ts';
import { isSelectable, type KeptRow, keptRows } from './kept-rows.ts';
import { allOf, extended, nothingSelected, toggled, withoutCalls } from './selection.ts';

/**
 * The rows of the list and those that are selected. While some are, or a row that is gone was not dismissed, the list stands still.
 * @param live the items that wait now
 * @param listKey identity of the list: another one begins without a selection
 */
export function useSelecting(live: readonly Approval[], listKey: string) {
  const [kept, setKept] = useState<readonly Approval[]>();
  const [selection, setSelection] = useState(nothingSelected);
  const [ofList, setOfList] = useState(listKey);
  const rows = useMemo(() => keptRows(kept, live), [kept, live]);
  const reset = (): void => {
    setKept(undefined);
    setSelection(nothingSelected);
  };
  if (ofList !== listKey) {
    setOfList(listKey);
    reset();
  }
  const settled = rows.filter(({ state }) => state !== 'waits');
  if (kept !== undefined && selection.ids.size === 0 && settled.length === 0) setKept(undefined);
  const order = rows.map((row) => ({ id: row.item.tool_call_id, selectable: isSelectable(row) }));
  /** Each row as it is shown now, or was when it was first kept. */
  const keep = (): void => {
    const known = new Set(kept?.map(({ tool_call_id }) => tool_call_id));
    setKept([...(kept ?? []), ...live.filter(({ tool_call_id }) => !known.has(tool_call_id))]);
  };
  const select = (next: typeof selection): void => {
    keep();
    setSelection(next);
  };
  /** Takes rows that are gone off the list, and shows the current call of those that have changed. */
  const dismiss = (dismissed: readonly KeptRow[]): void => {
    const byId = new Map(dismissed.map((row) => [row.item.tool_call_id, row]));
    setSelection(withoutCalls(selection, new Set(byId.keys())));
    setKept(
      kept?.flatMap((item) => {
        const row = byId.get(item.tool_call_id);
        if (row === undefined) return [item];
        return row.state === 'gone' ? [] : [row.item];
      }),
    );
  };
  return {
    rows,
    ids: selection.ids,
    /** The selected items as they were shown, in the order of the list. */
    selected: (kept ?? []).filter(({ tool_call_id }) => selection.ids.has(tool_call_id)),
    /** The rows that are gone or have changed. */
    settled,
    toggle: (id: string) => select(toggled(selection, id)),
    extend: (from: string, to: string) => select(extended(selection, order, { from, to })),
    selectAll: () => select(allOf(order)),
    clear: () => setSelection(nothingSelected),
    dismiss,
    /** After a decision: those of it that are gone need not be dismissed one by one. */
    finish: (decided: ReadonlySet<string>) => {
      dismiss(settled.filter(({ item }) => decided.has(item.tool_call_id)));
      setSelection(nothingSelected);
    },
  };
}

export type Selecting = ReturnType<typeof useSelecting>;
