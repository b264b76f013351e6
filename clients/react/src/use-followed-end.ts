import type { UIMessage } from 'ai';
import { type RefObject, useEffect, useRef } from 'react';

/** How far from its end a person still reads the end. */
const nearPx = 64;

/**
 * Keeps the end of a conversation in view while it grows, unless the person has scrolled up. What they write brings them back.
 * @returns the properties of the element that scrolls
 */
export function useFollowedEnd(messages: readonly UIMessage[]): {
  ref: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(true);
  const before = useRef(0);
  const last = messages.at(-1);
  const written = last?.role === 'user' ? last.id : undefined;
  useEffect(() => {
    if (written !== undefined) isFollowed.current = true;
  }, [written]);
  // After each rendering: whatever has changed may have grown.
  useEffect(() => {
    const { current: log } = ref;
    if (log !== null && isFollowed.current) log.scrollTop = log.scrollHeight;
  });
  return {
    ref,
    onScroll: () => {
      const { current: log } = ref;
      if (log === null) return;
      const { scrollTop, scrollHeight, clientHeight } = log;
      if (scrollHeight - scrollTop - clientHeight < nearPx) isFollowed.current = true;
      // Growth below moves nothing: only a person scrolls up.
      else if (scrollTop < before.current) isFollowed.current = false;
      before.current = scrollTop;
    },
  };
}
