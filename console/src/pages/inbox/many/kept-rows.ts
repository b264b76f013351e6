import { isSameCall } from '#contract/same-call.ts';
import type { Approval } from '../../../api/schema.ts';

/** An item of the list. `changed`: another call than was shown waits. `gone`: it does not wait in this list any more. */
export interface KeptRow {
  item: Approval;
  state: 'waits' | 'changed' | 'gone';
}

/**
 * The rows of a list that stands still while somebody selects: each stays in its place, also when it has changed or is gone, and new
 * ones come last.
 * @param kept the items as they were shown, in their order; undefined for a list that does not stand still
 * @param live the items that wait now
 */
export function keptRows(kept: readonly Approval[] | undefined, live: readonly Approval[]): KeptRow[] {
  if (kept === undefined) return live.map((item) => ({ item, state: 'waits' }));
  const now = new Map(live.map((item) => [item.tool_call_id, item]));
  const known = new Set(kept.map(({ tool_call_id }) => tool_call_id));
  return [
    ...kept.map((item): KeptRow => {
      const current = now.get(item.tool_call_id);
      if (current === undefined) return { item, state: 'gone' };
      const isSame = current === item || isSameCall(current, item);
      return { item: current, state: isSame ? 'waits' : 'changed' };
    }),
    ...live
      .filter(({ tool_call_id }) => !known.has(tool_call_id))
      .map((item): KeptRow => ({ item, state: 'waits' })),
  ];
}

/** Whether a row can be selected: only held writes are decided on together. */
export function isSelectable({ item: { kind }, state }: KeptRow): boolean {
  return kind === 'confirmation' && state === 'waits';
}
