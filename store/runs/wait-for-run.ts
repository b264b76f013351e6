import { type EventType, settlingEventTypes } from '#contract/event.ts';
import type { EventFeed } from '../events/event-feed.ts';
import type { EventSubscription } from '../events/event-subscription.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';

const settling = new Set<EventType>(settlingEventTypes);

/** How to wait for a run. */
export interface Waiting {
  timeoutMs: number;
  /** Ends the wait. */
  signal: AbortSignal;
  /** Called with each event of the run that is seen meanwhile. */
  onEvent?: (event: EventDocument) => void;
}

/**
 * Reads a run until it is no longer `running`, the time is over or the signal aborts: at once, and whenever it may have
 * changed. Resolves to the run as it was last read.
 */
export async function waitForRun(
  feed: EventFeed,
  runId: string,
  look: () => Promise<RunDocument>,
  { timeoutMs, signal, onEvent = () => {} }: Waiting,
): Promise<RunDocument> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  // Subscribe before reading, so that nothing in between is missed.
  const changes = await feed.follow(runId, deadline);
  try {
    for (;;) {
      const run = await look();
      if (run.state !== 'running' || deadline.aborted) return run;
      if ((await change(changes, onEvent)) === 'over') return await look();
    }
  } finally {
    changes.end();
  }
}

/** Waits for an event that may have changed the run's state. */
async function change(
  changes: EventSubscription,
  onEvent: (event: EventDocument) => void,
): Promise<'over' | 'maybe'> {
  for (;;) {
    const next = await changes.next();
    if (next === 'over') return 'over';
    if (next === 'gap' || next === 'idle') return 'maybe';
    onEvent(next.event);
    if (settling.has(next.event.type)) return 'maybe';
  }
}
