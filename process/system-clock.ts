import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#engine/ports/clock.ts';
import { newId } from '#store/mongo/ids.ts';

/** The clock of this process. */
export const systemClock: Clock = {
  now: () => new Date(),
  newId,
  random: () => Math.random(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  },
  timeout: (ms) => AbortSignal.timeout(ms),
};
