import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { watchClock } from '#process/start/watch-clock.ts';
import { ServerClock } from '#store/mongo/server-clock.ts';

it('[operations.clocks] warns while the clocks are apart, and shows by how much', async () => {
  let apartMs = 5000;
  const serverClock = new ServerClock(async () => new Date(Date.now() - apartMs));
  await serverClock.measure();
  const lines: string[] = [];
  const metrics = new Registry();
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  onTestFinished(watchClock({ db: { serverClock }, log, metrics }, 10));
  const levels = () => lines.map((line) => (JSON.parse(line) as { level: number }).level);
  expect(levels()).toEqual([40]);
  const shown = /^heddle_clock_offset_seconds (\S+)/m.exec(await metrics.metrics())?.[1];
  expect(Number(shown)).toBeGreaterThan(2);
  apartMs = 60_000;
  await waitUntil(() => levels().includes(50), { timeoutMs: 60_000, what: 'an error is logged' });
});
