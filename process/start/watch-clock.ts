import type { Registry } from 'prom-client';
import { showClockOffset } from '#adapters/operations/clock-metrics.ts';
import type { Logger } from '#process/config/logger.ts';
import { clockState } from '#engine/rules/clock-offset.ts';
import type { Database } from '#store/mongo/database.ts';

const everyMs = 60_000;

/** The dependencies of watching the clock. */
export interface WatchedClock {
  db: Pick<Database, 'serverClock'>;
  log: Logger;
  metrics: Registry;
}

/**
 * Compares the clock of this process with MongoDB's each minute, and warns while they are apart. Shows by how much this
 * process's is ahead: `heddle_clock_offset_seconds`.
 * @param intervalMs Default: a minute
 * @returns what ends it
 */
export function watchClock(
  { db: { serverClock }, log, metrics }: WatchedClock,
  intervalMs = everyMs,
): () => void {
  showClockOffset(metrics, () => serverClock.offsetMs);
  const report = () => {
    const { offsetMs } = serverClock;
    const state = clockState(offsetMs);
    const about = { offset_seconds: Math.round(offsetMs) / 1000 };
    if (state === 'refused') {
      log.error(
        about,
        "the clock is too far from MongoDB's: no limits are counted and no gated calls are sent",
      );
    } else if (state === 'apart') log.warn(about, 'the clock is not that of MongoDB: set it right');
  };
  report();
  const timer = setInterval(() => {
    // An outage is reported where it matters.
    void serverClock.measure().then(report, () => {});
  }, intervalMs).unref();
  return () => clearInterval(timer);
}
