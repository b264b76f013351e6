import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const nearPx = 120;

/** The item at the top of what is in view, and how far below the top of its list it begins. */
interface Place {
  item: HTMLElement;
  top: number;
}

/**
 * Keeps an element scrolled to its end as its content grows. Unless one scrolled up to read: then what one reads stays where it
 * is, whatever is put above it. Items are found by `data-item`.
 */
export function useScrollPlace(content: readonly unknown[]): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const place = useRef<Place>(undefined);
  useEffect(() => {
    const scroller = element.current;
    if (scroller === null) return undefined;
    const onScroll = (): void => {
      sticks.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPx;
      place.current = placeIn(scroller);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, []);
  const [...grown] = content;
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    if (sticks.current) scroller.scrollTop = scroller.scrollHeight;
    else if (place.current?.item.isConnected === true) {
      scroller.scrollTop += topIn(scroller, place.current.item) - place.current.top;
    }
    place.current = placeIn(scroller);
    // oxlint-disable-next-line react/exhaustive-deps -- whatever grows
  }, grown);
  return element;
}

function placeIn(scroller: HTMLElement): Place | undefined {
  const items = scroller.querySelectorAll<HTMLElement>('[data-item]');
  let [from, to] = [0, items.length - 1];
  // They stand below each other: the first that ends below the top is found by halves.
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && topIn(scroller, item) + item.offsetHeight <= 0) from = middle + 1;
    else to = middle;
  }
  const item = items[from];
  return item === undefined ? undefined : { item, top: topIn(scroller, item) };
}

function topIn(scroller: HTMLElement, item: HTMLElement): number {
  return item.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}
