import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { quantile } from './figures.ts';
import { cells, type Row } from './tables.ts';

const lastArrivalMs = 60_000;

/** How long events take from their own time, before the commit that stores them, until they have arrived. */
export class Arrivals {
  readonly #waits: number[] = [];
  #due = 0;

  note(event: { created_at: string }): void {
    this.#waits.push(Date.now() - Date.parse(event.created_at));
  }

  /** Expects so many more. */
  expect(count: number): void {
    this.#due += count;
  }

  /** Waits until all that are expected have arrived. */
  async all(): Promise<void> {
    const arrived = () => this.#waits.length >= this.#due;
    await waitUntil(arrived, { timeoutMs: lastArrivalMs, what: 'every event arrives' });
  }

  cells(): Row {
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(this.#waits, share));
    return cells({ 'event p50 ms': p50, 'event p99 ms': p99 }, 0);
  }
}
