import { expect, it } from 'vitest';
import type { FrozenRun } from '#engine/documents/freeze.ts';
import { type Lifting, resumeLifted } from '#engine/steps/resume-lifted.ts';

const runs: FrozenRun[] = Array.from({ length: 3000 }, (_, index) => ({
  run_id: `run-${index}`,
  thread_id: 'thread',
  lifted: [],
}));

/** Runs that are gone, and how many are looked at side by side. */
function looking(find: () => Promise<null> = async () => await Promise.resolve(null)) {
  const seen = { now: 0, most: 0, all: 0, limits: [] as number[], logged: 0 };
  const engine = {
    freezes: {
      waiting: async (limit: number) => {
        seen.limits.push(limit);
        return await Promise.resolve(runs.slice(0, limit));
      },
    },
    store: {
      findRun: async () => {
        seen.now += 1;
        seen.all += 1;
        seen.most = Math.max(seen.most, seen.now);
        await new Promise((resolve) => setImmediate(resolve));
        seen.now -= 1;
        return await find();
      },
    },
    log: { error: () => (seen.logged += 1) },
  } as unknown as Lifting;
  return { engine, seen };
}

it('[freeze.lifted] of thousands of runs that wait for a freeze, a bounded number goes on, eight at a time', async () => {
  const { engine, seen } = looking();
  await resumeLifted(engine, { limit: 500, isOver: () => false });
  expect(seen).toMatchObject({ all: 500, most: 8, limits: [500], logged: 0 });
});

it('[freeze.lifted] stops when its time is over', async () => {
  const { engine, seen } = looking();
  await resumeLifted(engine, { limit: 500, isOver: () => seen.all >= 20 });
  expect(seen.all).toBeLessThanOrEqual(28);
});

it('[freeze.lifted] gives up in an outage, which the next sweep tries again', async () => {
  const { engine, seen } = looking(async () => await Promise.reject(new Error('away')));
  expect(await resumeLifted(engine, { limit: 500, isOver: () => false })).toBe(0);
  expect(seen.all).toBeLessThan(40);
});
