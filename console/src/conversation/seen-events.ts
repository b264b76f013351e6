import type { ThreadEvent } from '../api/schema.ts';
import { endsRun } from './run-moves.ts';

/** Which events of a thread have come, and up to which of each run nothing is missing. */
export class SeenEvents {
  readonly #ids = new Set<string>();
  /** The counts of the runs under way. */
  readonly #counts = new Map<string, number>();

  constructor(events: readonly ThreadEvent[]) {
    this.add(events);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(events: readonly ThreadEvent[]): void {
    for (const event of events) {
      const { id, type, run_id, seq } = event;
      // Pieces of replies are not stored.
      if (type !== 'message.delta') this.#ids.add(id);
      if (run_id === undefined) continue;
      if (endsRun(event)) this.#counts.delete(run_id);
      else if (seq !== null) this.#counts.set(run_id, Math.max(seq, this.#countOf(run_id)));
    }
  }

  /** Whether events of its run are missing before this one. */
  isGapBefore({ run_id, seq }: ThreadEvent): boolean {
    return seq !== null && seq > this.#countOf(run_id) + 1;
  }

  get isRunOpen(): boolean {
    return this.#counts.size > 0;
  }

  #countOf(runId: string | undefined): number {
    return (runId === undefined ? undefined : this.#counts.get(runId)) ?? 0;
  }
}
