import { useState } from 'react';
import type { Approval } from '../../../api/schema.ts';

/** How far that is what somebody does here about something that waits. */
export type Act = 'under way' | 'done';

/** Something on the page that waits or has waited. */
export interface WaitingItem {
  item: Approval;
  /** Whether it was settled elsewhere. */
  gone: boolean;
}

/**
 * The waiting item of a run, preceded by items that were shown and settled elsewhere: they stay in place, so that no
 * other item gets
 * the click that was meant for them.
 */
export function useWaitingItems(pending: Approval | undefined): {
  items: WaitingItem[];
  /** Notes what is done about a call; undefined if it was not done. */
  onAct: (id: string, act: Act | undefined) => void;
} {
  const [last, setLast] = useState(pending);
  const [left, setLeft] = useState<Approval>();
  const [acts, setActs] = useState<ReadonlyMap<string, Act | undefined>>(new Map());
  if (pending !== last) {
    setLast(pending);
    if (last !== undefined && last.tool_call_id !== pending?.tool_call_id) setLeft(last);
  }
  const shown = [left, pending].filter((item) => item !== undefined);
  const items = shown.flatMap((item): WaitingItem[] => {
    const act = acts.get(item.tool_call_id);
    if (item === pending) return [{ item, gone: false }];
    // One that went back to its gate waits again.
    if (item.tool_call_id === pending?.tool_call_id || act === 'done') return [];
    // While it is settled here, an event may tell of that before the answer does.
    return [{ item, gone: act !== 'under way' }];
  });
  return { items, onAct: (id, act) => setActs((before) => new Map(before).set(id, act)) };
}
