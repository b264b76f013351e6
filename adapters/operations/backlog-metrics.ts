import { Gauge, type Registry } from 'prom-client';
import type { Backlog, Waiting } from '#engine/ports/backlog.ts';

/** Each scrape of a process within this time has the same figures. */
const keptMs = 10_000;

/**
 * Shows the backlog of the whole deployment, the same in each process: `heddle_runs_paused`, `heddle_runs_running`,
 * `heddle_outbox_overdue` and `heddle_webhook_deliveries_pending`, with `heddle_runs_paused_oldest_seconds` and
 * `heddle_outbox_overdue_oldest_seconds`. Gauges whose figures cannot be read are left out.
 * @param read counts it
 * @param now for the ages and for how long figures are kept. Default: the clock of the process
 */
export function showBacklog(registry: Registry, read: () => Promise<Backlog>, now = () => Date.now()): void {
  let asked: { at: number; backlog: Promise<Backlog | undefined> } | undefined;
  const latest = async (): Promise<Backlog | undefined> => {
    if (asked === undefined || now() >= asked.at + keptMs) {
      asked = { at: now(), backlog: read().catch(() => undefined) };
    }
    return await asked.backlog;
  };
  const ageOf = ({ since }: Waiting): number =>
    since === undefined ? 0 : Math.max(0, (now() - since.getTime()) / 1000);
  const show = (name: string, help: string, figure: (backlog: Backlog) => number): void => {
    // The registry keeps it.
    void new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const backlog = await latest();
        if (backlog === undefined) this.remove();
        else this.set(figure(backlog));
      },
    });
  };
  show('heddle_runs_paused', 'Runs that wait for a person or an outcome.', ({ paused }) => paused.count);
  show('heddle_runs_paused_oldest_seconds', 'How long the oldest of them has waited.', ({ paused }) =>
    ageOf(paused),
  );
  show('heddle_runs_running', 'Runs whose workflow works.', ({ running }) => running);
  show(
    'heddle_outbox_overdue',
    'Starts and signals that Temporal has not accepted.',
    ({ outbox }) => outbox.count,
  );
  show(
    'heddle_outbox_overdue_oldest_seconds',
    'For how long the oldest of them has been due.',
    ({ outbox }) => ageOf(outbox),
  );
  show(
    'heddle_webhook_deliveries_pending',
    'Events that have yet to be delivered to webhook endpoints.',
    ({ deliveries }) => deliveries,
  );
}
