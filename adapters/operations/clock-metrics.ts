import { Gauge, type Registry } from 'prom-client';

/**
 * Shows by how much the clock of this process is ahead of MongoDB's: `heddle_clock_offset_seconds`.
 * @param offsetMs gives it in milliseconds
 */
export function showClockOffset(registry: Registry, offsetMs: () => number): void {
  // The registry keeps it.
  void new Gauge({
    name: 'heddle_clock_offset_seconds',
    help: "Lead of this process's clock over MongoDB's.",
    registers: [registry],
    collect() {
      this.set(offsetMs() / 1000);
    },
  });
}
