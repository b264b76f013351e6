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

/**
 * Runs that this process has stored as `running`, as long as it has seen no later event after which they are not. A
 * caller that first follows such events and then finds a run here may wait for them without reading the run.
 */
export class RunningRuns {
  readonly #runs = new LRUCache<string, RunDocument>({
    max: mostRuns,
    ttl: knownMs,
    perf: { now: () => performance.now() },
  });
  /**
   * The latest event of each run that has settled it: it may arrive before this process knows the result of its own
   * write.
   */
  readonly #settled = new LRUCache<string, number>({ max: mostRuns });

  /** Notes a run that this process has stored. One that has blocks may be large, and is not kept. */
  stored(run: RunDocument): void {
    const { _id, state, last_event_seq, blocks = [] } = run;
    if (state === 'running' && blocks.length === 0 && (this.#settled.get(_id) ?? 0) <= last_event_seq)
      this.#runs.set(_id, run);
    else this.#runs.delete(_id);
  }

  /** Notes an event that any process has stored. */
  heard({ type, run_id, seq }: EventDocument): void {
    if (run_id === undefined || seq === null || !isSettling({ type })) return;
    this.#settled.set(run_id, Math.max(seq, this.#settled.get(run_id) ?? 0));
    if ((this.#runs.get(run_id)?.last_event_seq ?? 0) < seq) this.#runs.delete(run_id);
  }

  /** Forgets all runs, because events may have been missed. */
  missed(): void {
    this.#runs.clear();
  }

  /** A run of a scope that is `running`, as far as this process knows. */
  find(scope: Scope, id: string): RunDocument | undefined {
    const run = this.#runs.get(id);
    return run !== undefined && isInScope(run, scope) ? run : undefined;
  }
}
