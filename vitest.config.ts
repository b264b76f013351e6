import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What is reckoned takes a core; what waits for servers most of the time takes little of one. */
const cores = availableParallelism();
const waiting = Math.max(4, cores);
const servers = './test/support/global-setup.ts';

/**
 * Four kinds of test: `unit` needs nothing; `replay` replays recorded histories; `api` and `integration` share one
 * Temporal server and one MongoDB for the whole run, a database for each file; `e2e` starts processes and kills them.
 */
export default defineConfig({
  test: {
    maxWorkers: cores,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{unit,requirements}/**/*.test.ts'],
          isolate: false,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'replay', include: ['test/replay/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/{api,integration}/**/*.test.ts'],
          globalSetup: [servers],
          isolate: false,
          maxWorkers: waiting,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: [servers],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
