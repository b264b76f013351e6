import { type RefObject, useEffect, useRef } from 'react';

const nearPx = 120;

/** Keeps an element scrolled to its end as its content grows, unless one scrolled up to read. */
export function useStickToEnd(content: readonly unknown[]): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  useEffect(() => {
    const scroller = element.current;
    if (scroller === null) return undefined;
    const onScroll = (): void => {
      sticks.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPx;
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, []);
  const [...grown] = content;
  useEffect(() => {
    const scroller = element.current;
    if (scroller !== null && sticks.current) scroller.scrollTop = scroller.scrollHeight;
    // oxlint-disable-next-line react/exhaustive-deps -- whatever grows
  }, grown);
  return element;
}
