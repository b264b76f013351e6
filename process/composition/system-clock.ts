import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#engine/ports/clock.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';

/** The clock of this process, which knows that of its database. */
export function systemClock({ serverClock }: Pick<Database, 'serverClock'>): Clock {
  return { ...processClock, storeNow: () => serverClock.now() };
}

const processClock: Omit<Clock, 'storeNow'> = {
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
