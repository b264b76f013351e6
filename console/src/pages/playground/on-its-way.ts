import type { TimelineItem } from '../../conversation/timeline.ts';

/** A message that was sent, and the number of the thread's last message before it. */
export interface Sent {
  text: string;
  after: number;
}

/** The number of the last message on a timeline; 0 if there is none. */
export function lastSeq(timeline: readonly TimelineItem[]): number {
  return Math.max(0, ...timeline.map((item) => (item.kind === 'message' ? item.message.seq : 0)));
}

/**
 * Whether a message that was sent is on the timeline. Its event may come before the answer to the request that sent it,
 * and until then it must not be shown twice.
 */
export function hasArrived({ text, after }: Sent, timeline: readonly TimelineItem[]): boolean {
  return timeline.some(
    (item) =>
      item.kind === 'message' &&
      item.message.role === 'user' &&
      item.message.seq > after &&
      item.message.content === text,
  );
}
