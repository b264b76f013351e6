import { useMemo } from 'react';
import type { TimelineItem } from './timeline.ts';
import { useTraces } from './use-traces.ts';
import { hasEarlier } from './whole-runs.ts';
import { type Known, missingOf, wholeTimeline } from './whole-timeline.ts';

/**
 * The timeline of what is known of a thread of a subject, with what only traces keep of it.
 * @param known the same object until something is different
 */
export function useTimeline(
  subject: string,
  known: Known,
): {
  timeline: TimelineItem[];
  /** Whether messages were read that are not shown, because their events are missing. */
  hidden: boolean;
} {
  const missing = useMemo(() => {
    const { gone, unloaded } = missingOf(known);
    return [...new Set([...gone, ...unloaded])];
  }, [known]);
  const traces = useTraces(subject, missing);
  const timeline = useMemo(() => wholeTimeline(known, traces), [known, traces]);
  const hidden = useMemo(() => hasEarlier({ ...known, moreMessages: false }), [known]);
  return { timeline, hidden };
}
