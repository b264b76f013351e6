import { getRouteApi } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Approval } from '../../../api/schema.ts';
import type { KeptRow } from '../many/kept-rows.ts';
import { useWide } from './use-wide.ts';

/** Id of the element that shows the selected item. */
export const detailId = 'inbox-item';

const route = getRouteApi('/signed-in/inbox');

/**
 * The item that is shown: the one that the address names or, on a wide page, the first one. It stays when it no longer waits:
 * another item in its place could get the click that was meant for it.
 * @param items what waits now
 * @param rows the rows of the list, of which some may not wait any more
 * @param listKey identity of the list: a new list selects its first item again
 */
export function useCurrent(
  items: readonly Approval[],
  rows: readonly KeptRow[],
  isFresh: boolean,
  listKey: string,
) {
  const { call } = route.useSearch();
  const navigate = route.useNavigate();
  const wide = useWide();
  const [kept, setKept] = useState<Approval>();
  const [first, setFirst] = useState<{ listKey: string; callId: string }>();
  const firstNow = items[0];
  if (wide && call === undefined && first?.listKey !== listKey && firstNow !== undefined && isFresh) {
    setFirst({ listKey, callId: firstNow.tool_call_id });
  }
  const shownId = call ?? (wide && first?.listKey === listKey ? first.callId : undefined);
  const found = items.find(({ tool_call_id }) => tool_call_id === shownId);
  if (found !== undefined && found !== kept) setKept(found);
  const listed = rows.find(({ item }) => item.tool_call_id === shownId)?.item;
  const shown = found ?? listed ?? (kept?.tool_call_id === shownId ? kept : undefined);
  const choose = (item: Approval | undefined): void => {
    if (item === undefined) setFirst(undefined);
    void navigate({
      search: ({ call: _call, run: _run, ...before }) =>
        item === undefined ? before : { ...before, call: item.tool_call_id, run: item.run_id },
      replace: true,
      resetScroll: false,
    });
  };
  const keepPlace = usePlaceOfList(wide, call);
  /** Gives the page to one thing, as its row does. */
  const open = ({ tool_call_id, run_id }: Approval): void => {
    keepPlace();
    void navigate({
      search: (before) => ({ ...before, call: tool_call_id, run: run_id }),
      resetScroll: false,
    });
  };
  return { call, wide, found, current: shown, choose, open, keepPlace };
}

/** On a phone the list gives its page to one thing: gives a function that notes where the list is, to come back there. */
function usePlaceOfList(wide: boolean, call: string | undefined): () => void {
  const place = useRef<{ top: number; call?: string }>({ top: 0 });
  const isStep = !wide && call !== undefined;
  const wasStep = useRef(isStep);
  useLayoutEffect(() => {
    if (wasStep.current === isStep) return;
    wasStep.current = isStep;
    if (isStep) {
      scrollTo(0, 0);
      if (call !== undefined) place.current.call = call;
      // Its keys are about what has the focus.
      document.getElementById(detailId)?.focus({ preventScroll: true });
      return;
    }
    scrollTo(0, place.current.top);
    document.getElementById(`waits-${place.current.call}`)?.focus({ preventScroll: true });
  }, [isStep, call]);
  return () => {
    place.current.top = scrollY;
  };
}
