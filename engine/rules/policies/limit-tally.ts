import type { LimitReservation } from '../../documents/applied-gate.ts';
import { sumOf } from './decimal.ts';

/** The amounts of one turn's calls that were let through, before their turn is written. */
export class LimitTally {
  readonly #added = new Map<string, string>();

  add(reservations: readonly LimitReservation[]): void {
    for (const { counter, amount } of reservations) {
      this.#added.set(counter, sumOf(this.#added.get(counter) ?? '0', amount));
    }
  }

  /** The stored totals plus these amounts. */
  over(stored: ReadonlyMap<string, string>): Map<string, string> {
    const all = new Map(stored);
    for (const [counter, amount] of this.#added) all.set(counter, sumOf(all.get(counter) ?? '0', amount));
    return all;
  }
}
