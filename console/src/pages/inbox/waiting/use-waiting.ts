import { useState } from 'react';
import { useRefusal } from '../../../ui/rights.ts';
import type { InboxSearch } from '../inbox-search.ts';
import { useDecidingMany } from '../many/use-deciding-many.ts';
import { useSelecting } from '../many/use-selecting.ts';
import { useAsking } from './use-asking.ts';
import { useCurrent } from './use-current.ts';
import { useDecisions } from './use-decisions.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useWaitingList } from './use-waiting-list.ts';

/** The waiting items, the shown and the selected ones, and the decision in progress. */
export function useWaiting(search: InboxSearch) {
  const mayDecide = useRefusal('approver') === undefined;
  const list = useWaitingList(search);
  const { items, query } = list;
  const listKey = JSON.stringify([query.options.queryKey, search.sort]);
  const selecting = useSelecting(items, listKey);
  const { rows } = selecting;
  const { found, ...shown } = useCurrent(items, rows, list.fresh, listKey);
  const { current, choose, open } = shown;
  const [lost, setLost] = useState<string[]>([]);
  const decisions = useDecisions({
    items,
    query,
    onGoTo: choose,
    onLost: (text) => setLost((lost) => [text, ...lost]),
  });
  const many = useDecidingMany(selecting, mayDecide);
  const [asking, endAsking] = useAsking(items, found, current, {
    onShow: open,
    // Its keys are about what is selected.
    selecting: selecting.ids.size > 0,
  });
  useKeptFocus(current?.tool_call_id, asking !== undefined || many.asked !== undefined);
  return {
    ...shown,
    mayDecide,
    list,
    selecting,
    decisions,
    /** Decisions that came too late. */
    lost,
    forgetLost: () => setLost([]),
    /** The action that a key requested. */
    asking,
    endAsking,
    /** The decision on what is selected. */
    many,
  };
}
