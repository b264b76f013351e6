import { LRUCache } from 'lru-cache';
import { type EventType, settlingEventTypes } from '#contract/event.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { isInScope } from '../threads/scope.ts';

const mostRuns = 2000;
const knownMs = 60_000;

const settling = new Set<EventType>(settlingEventTypes);

/** Whether a run is no longer `running` after an event. */
export function isSettling({ type }: Pick<EventDocument, 'type'>): boolean {
  return settling.has(type);
}

/** A run, as far as this process knows. */
interface Known {
  /** As it was stored while it was `running`. */
  run?: RunDocument;
  /** `seq` of the latest event that has settled it: it may arrive before the result of this process's own write. */
  settledBy: number;
}

/**
 * Runs that this process has stored as `running`, as long as it has seen no later event after which they are not. A
 * caller that first follows such events and then finds a run here may wait for them without reading the run.
 */
export class RunningRuns {
  readonly #known = new LRUCache<string, Known>({
    max: mostRuns,
    ttl: knownMs,
    perf: { now: () => performance.now() },
  });

  /** Notes a run that this process has stored. One that has blocks may be large, and is not kept. */
  stored(run: RunDocument): void {
    const { _id, state, last_event_seq, blocks = [] } = run;
    const settledBy = this.#known.get(_id)?.settledBy ?? 0;
    const isRunning = state === 'running' && blocks.length === 0 && settledBy <= last_event_seq;
    this.#known.set(_id, isRunning ? { run, settledBy } : { settledBy });
  }

  /** Notes an event that any process has stored. */
  heard({ type, run_id, seq }: EventDocument): void {
    if (run_id === undefined || seq === null || !isSettling({ type })) return;
    const { run, settledBy = 0 } = this.#known.get(run_id) ?? {};
    const isLater = run !== undefined && run.last_event_seq >= seq;
    this.#known.set(run_id, { settledBy: Math.max(seq, settledBy), ...(isLater ? { run } : {}) });
  }

  /** Forgets all runs, because events may have been missed. */
  missed(): void {
    this.#known.clear();
  }

  /** A run of a scope that is `running`, as far as this process knows. */
  find(scope: Scope, id: string): RunDocument | undefined {
    const run = this.#known.get(id)?.run;
    return run !== undefined && isInScope(run, scope) ? run : undefined;
  }
}
