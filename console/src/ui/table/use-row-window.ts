import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { List } from '../../api/use-list.ts';

/** In pixels, until a row is there. */
const assumedHeight = 45;
/** The first row shares a border with the head, so it is not as high as the others. */
const measuredRow = 1;
/** So many rows from the end, the next page is read. */
const nearEnd = 15;

/** Which rows of a list are in view, and what room the others take. Reads the next page when the end of the list comes near. */
export function useRowWindow(count: number, { hasMore, loadingMore, loadMore, error }: List<unknown>) {
  const scroller = useRef<HTMLDivElement>(null);
  // All rows are as high as one. Measured one by one, they would move the list as they come into view.
  const [rowHeight, setRowHeight] = useState(assumedHeight);
  const measure = useCallback((row: HTMLTableRowElement | null) => {
    if (row !== null) setRowHeight(row.getBoundingClientRect().height);
  }, []);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  const virtual = rows.getVirtualItems();
  const lastShown = virtual.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasMore && !loadingMore && error === null && lastShown >= count - nearEnd) loadMore();
  }, [hasMore, loadingMore, error, lastShown, count, loadMore]);
  return {
    scroller,
    shown: virtual.map(({ index }) => index),
    /** In pixels. */
    above: virtual[0]?.start ?? 0,
    below: rows.getTotalSize() - (virtual.at(-1)?.end ?? 0),
    /** Props that measure the height of a row. */
    measureOf: (index: number) => (index === measuredRow ? { measure } : {}),
  };
}
