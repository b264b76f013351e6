import { expect, it, vi } from 'vitest';
import { EndsEarly } from '#worker/ends-early.ts';
import { runWorkers } from '#worker/run-workers.ts';

const done = { run: async () => {} };
const timedOut = new Error('Worker still in use');
const failing = { run: async () => await Promise.reject(timedOut) };

it('[worker.stop.sent-calls] a worker whose time to stop is over says how many calls it leaves, and ends', async () => {
  const log = { warn: vi.fn<(...words: unknown[]) => void>() };
  const running = runWorkers([done, failing], { open: 2, stopping: true }, log);
  await expect(running).rejects.toBeInstanceOf(EndsEarly);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { err: timedOut, calls: 2 },
    expect.stringContaining('no more time to stop'),
  );
});

it('a worker that cannot continue while nobody has stopped it fails', async () => {
  const log = { warn: vi.fn<(...words: unknown[]) => void>() };
  await expect(runWorkers([failing, done], { open: 0, stopping: false }, log)).rejects.toBe(timedOut);
  expect(log.warn).not.toHaveBeenCalled();
});
