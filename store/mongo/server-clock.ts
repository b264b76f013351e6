import { ClockApartError } from '#engine/ports/clock.ts';
import { certainOffset, clockState, readClock } from '#engine/rules/clock-offset.ts';

/** A reading after a longer round trip replaces no better one, in milliseconds. */
const longestRoundTripMs = 2000;
/** A reading that is older is made again before something is refused, in milliseconds: this machine may have slept since. */
const freshMs = 1000;

/**
 * MongoDB's clock, as this process knows it. Processes whose clocks differ agree by it about the day of a limit.
 * Between two readings, time advances by the monotonic clock, so a step of this process's clock is noticed at once.
 */
export class ServerClock {
  readonly #ask: () => Promise<Date>;
  #reading: (ReturnType<typeof readClock> & { roundTrip: number }) | undefined;
  #measuring: Promise<void> | undefined;

  /** @param ask reads the time of the server */
  constructor(ask: () => Promise<Date>) {
    this.#ask = ask;
  }

  /**
   * Compares the clocks.
   * @throws if MongoDB does not respond
   */
  async measure(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => (this.#measuring = undefined));
    await this.#measuring;
  }

  async #measure(): Promise<void> {
    const asked = performance.now();
    const stored = await this.#ask();
    const answered = performance.now();
    const roundTrip = answered - asked;
    const known = this.#reading?.roundTrip;
    if (known !== undefined && roundTrip > longestRoundTripMs && roundTrip > known) return;
    this.#reading = { ...readClock(stored, { asked, answered }), roundTrip };
  }

  /** The certain lead of this process's clock over MongoDB's, in milliseconds. Zero before the first reading. */
  get offsetMs(): number {
    const reading = this.#reading;
    return reading === undefined ? 0 : certainOffset(Date.now(), { ...reading, time: this.#time(reading) });
  }

  /**
   * The time by MongoDB's clock. Before the first reading, it is that of this process.
   * @throws {ClockApartError} if the clock of this process is too far from it
   */
  now(): Date {
    const reading = this.#reading;
    if (reading === undefined) return new Date();
    this.check();
    return new Date(this.#time(reading));
  }

  /** @throws {ClockApartError} if the clock of this process is too far from MongoDB's */
  check(): void {
    const offset = this.offsetMs;
    if (clockState(offset) !== 'refused') return;
    // A failed attempt is repeated, and finds the new reading. If MongoDB is unreachable, the old one stays.
    if (performance.now() - (this.#reading?.at ?? 0) > freshMs) void this.measure().catch(() => {});
    throw new ClockApartError(offset);
  }

  #time({ time, at }: { time: number; at: number }): number {
    return time + performance.now() - at;
  }
}
