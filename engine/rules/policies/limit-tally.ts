import type { LimitReservation } from '../../documents/applied-gate.ts';
import { sumOf } from './decimal.ts';

/** What calls of one turn that are let through add to counters of limits, before their turn is written. */
export class LimitTally {
  readonly #added = new Map<string, string>();

  add(reservations: readonly LimitReservation[]): void {
    for (const { counter, amount } of reservations) {
      this.#added.set(counter, sumOf(this.#added.get(counter) ?? '0', amount));
    }
  }

  /** What counters have counted together with that. */
  over(stored: ReadonlyMap<string, string>): Map<string, string> {
    const all = new Map(stored);
    for (const [counter, amount] of this.#added) all.set(counter, sumOf(all.get(counter) ?? '0', amount));
    return all;
  }
}
