import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { showBacklog } from '#adapters/operations/backlog-metrics.ts';
import type { Backlog } from '#engine/ports/backlog.ts';

const nothing: Backlog = { paused: { count: 0 }, running: 0, outbox: { count: 0 }, deliveries: 0 };

/** Gauges of a backlog that is read at `clock.at`, and how often it was read. */
function shown(read: () => Promise<Backlog>) {
  const registry = new Registry();
  const clock = { at: 100_000 };
  const asked = { times: 0 };
  showBacklog(
    registry,
    async () => {
      asked.times += 1;
      return await read();
    },
    () => clock.at,
  );
  const lines = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('heddle_'));
  return { clock, asked, lines };
}

it('[operations.backlog-metrics] everything that waits is counted, with the age of the oldest', async () => {
  const { lines } = shown(async () => ({
    paused: { count: 3, since: new Date(40_000) },
    running: 2,
    outbox: { count: 1, since: new Date(99_500) },
    deliveries: 7,
  }));
  expect(await lines()).toEqual([
    'heddle_runs_paused 3',
    'heddle_runs_paused_oldest_seconds 60',
    'heddle_runs_running 2',
    'heddle_outbox_overdue 1',
    'heddle_outbox_overdue_oldest_seconds 0.5',
    'heddle_webhook_deliveries_pending 7',
  ]);
});

it('[operations.backlog-metrics] one scrape reads once, and one within ten seconds does not read again', async () => {
  const { clock, asked, lines } = shown(async () => nothing);
  await lines();
  clock.at += 9999;
  await lines();
  expect(asked.times).toBe(1);
  clock.at += 1;
  expect(await lines()).toContain('heddle_runs_paused_oldest_seconds 0');
  expect(asked.times).toBe(2);
});

it('[operations.backlog-metrics] figures that cannot be read are left out, and come back', async () => {
  let isAway = true;
  const { clock, lines } = shown(async () => {
    if (isAway) throw new Error('away');
    return nothing;
  });
  expect(await lines()).toEqual([]);
  isAway = false;
  clock.at += 10_000;
  expect(await lines()).toHaveLength(6);
});
