import { useState } from 'react';
import type { Approval } from '../../../api/schema.ts';
import type { InboxSearch } from '../inbox-search.ts';
import { useAsking } from './use-asking.ts';
import { useCurrent } from './use-current.ts';
import { useDecisions } from './use-decisions.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useSelected } from './use-selected.ts';
import { useWaitingList } from './use-waiting-list.ts';

/** The waiting items, the shown and the selected ones, and the decision in progress. */
export function useWaiting(search: InboxSearch) {
  const list = useWaitingList(search);
  const { items, query } = list;
  const { found, ...shown } = useCurrent(
    items,
    list.fresh,
    JSON.stringify([query.options.queryKey, search.sort]),
  );
  const { current, choose, open } = shown;
  const [lost, setLost] = useState<string[]>([]);
  const [selected, setSelected] = useSelected(items);
  const [rejecting, setRejecting] = useState<Approval[]>();
  const decisions = useDecisions({
    items,
    query,
    onGoTo: choose,
    onLost: (text) => setLost((lost) => [text, ...lost]),
  });
  const [asking, endAsking] = useAsking(items, found, current, open);
  useKeptFocus(current?.tool_call_id, asking !== undefined || rejecting !== undefined);
  return {
    ...shown,
    list,
    decisions,
    selected,
    setSelected,
    /** Decisions that came too late. */
    lost,
    forgetLost: () => setLost([]),
    /** The action that a key requested. */
    asking,
    endAsking,
    /** Calls that are rejected together. */
    rejecting,
    rejectSelected: () => setRejecting(selected),
    endRejecting: () => {
      setRejecting(undefined);
      setSelected([]);
    },
  };
}
