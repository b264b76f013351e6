import type { EventFeed } from '../events/event-feed.ts';
import type { EventSubscription, FollowedEvent } from '../events/event-subscription.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { isInScope } from '../threads/scope.ts';
import { isSettling } from '../events/running-runs.ts';

/** How to wait for a run. */
export interface Waiting {
  timeoutMs: number;
  /** Ends the wait. */
  signal: AbortSignal;
  /**
   * The scope in which `look` finds runs. With it, a run is not read before the wait if this process knows that it is
   * running.
   */
  scope?: Scope;
  /** Called with each event of the run that is seen meanwhile. */
  onEvent?: (event: EventDocument) => void;
  /** Whether there is something else to wait for. Default: as long as the run is at work. */
  goesOn?: (run: RunDocument) => boolean;
}

/**
 * Reads a run until it is no longer `running`, the time is over or the signal aborts: at once, and whenever it may have
 * changed, unless this process stored the latest state. Resolves to the run as it was last read or stored.
 */
export async function waitForRun(
  feed: EventFeed,
  runId: string,
  look: () => Promise<RunDocument>,
  { timeoutMs, signal, scope, onEvent = () => {}, goesOn = isAtWork }: Waiting,
): Promise<RunDocument> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  // Subscribe before reading, so that nothing in between is missed.
  const changes = await feed.follow(runId, deadline);
  try {
    const known = scope === undefined || deadline.aborted ? undefined : feed.running(scope, runId);
    let run = known ?? (await look());
    while (goesOn(run) && !deadline.aborted) {
      const next = await change(changes, onEvent);
      if (next === 'over') return await look();
      // A state that was stored before the last read may be outdated.
      const { run: stored } = next;
      const isNewer = stored !== undefined && stored.version > run.version;
      run = isNewer && (scope === undefined || isInScope(stored, scope)) ? stored : await look();
    }
    return run;
  } finally {
    changes.end();
  }
}

/** Whether a run neither waits for something nor has ended. */
export function isAtWork({ state }: RunDocument): boolean {
  return state === 'running';
}

/** Waits for an event that may have changed the run's state. Its run comes with it if this process stored it. */
async function change(
  changes: EventSubscription,
  onEvent: (event: EventDocument) => void,
): Promise<Partial<FollowedEvent> | 'over'> {
  for (;;) {
    const next = await changes.next();
    if (next === 'over') return 'over';
    if (next === 'gap' || next === 'idle') return {};
    onEvent(next.event);
    if (isSettling(next.event)) return next;
  }
}
