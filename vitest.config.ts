import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SpreadSequencer } from './test/support/spread-sequencer.ts';

/** A test that computes needs a core; one that waits for servers and processes needs little of one. */
const cores = availableParallelism();
/** A busy machine makes a condition true later, never false. */
const expectation = { poll: { timeout: 30_000 } };

const onServers = {
  expect: expectation,
  isolate: false,
  globalSetup: ['./test/support/global-setup.ts'],
  maxWorkers: Math.max(5, cores + 1),
  sequence: { groupOrder: 1 },
};

/**
 * Five kinds of test: `unit` needs nothing; `replay` replays recorded histories; `integration` shares one Temporal
 * server and one MongoDB for the whole run, with a database for each file; `browser` does too, and shares one browser;
 * `e2e` starts processes and kills them.
 * The files of one test process share its modules: to load the service takes longer than most files.
 */
export default defineConfig({
  test: {
    maxWorkers: cores,
    sequence: { sequencer: SpreadSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{unit,requirements}/**/*.test.ts'],
          isolate: false,
          expect: expectation,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'replay', include: ['test/replay/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/{api,integration}/**/*.test.ts'],
          ...onServers,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          ...onServers,
          globalSetup: [...onServers.globalSetup, './test/support/browser-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...onServers,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
