import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { compiledModules } from './test/support/compiled-modules.ts';
import { SpreadSequencer } from './test/support/spread-sequencer.ts';

/** A test that computes needs a core; one that waits for servers and processes needs little of one. */
const cores = availableParallelism();
/** A busy machine makes a condition true later, never false. */
const expectation = { poll: { timeout: 60_000 } };
/** Ends a test that hangs. On one core a test may take a minute. */
const hangs = { testTimeout: 180_000, hookTimeout: 180_000 };

/** Node runs the TypeScript files itself, as in production: to load the service through Vite takes twice as long. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

const onServers = {
  // As in production: threads of workflow code without what costs time there.
  execArgv: ['--import', join(import.meta.dirname, 'worker/workflow-threads.ts')],
  expect: expectation,
  experimental,
  isolate: false,
  globalSetup: ['./test/support/global-setup.ts'],
  setupFiles: ['./test/support/show-errors.ts'],
  maxWorkers: Math.max(6, cores + 1),
  sequence: { groupOrder: 1 },
};

/** These install the runtime of Temporal's SDK, which a process can have once: each runs in a process of its own. */
const alone = ['test/integration/temporal/{sdk-metrics,worker-versions}.test.ts'];

// Every process of the run inherits it.
process.env['NODE_COMPILE_CACHE'] ??= compiledModules;

/**
 * Two tiers. `npm test` runs the first, in minutes: `unit` needs nothing; `replay` replays recorded histories;
 * `integration` shares one Temporal server and one MongoDB for the whole run, with a database for each file; `alone` has
 * those of them that need a process of their own. `npm run test:slow` runs the second: `faults` kills processes,
 * injects faults for minutes, makes runs of a thousand turns or installs the clients' packages; `tables` looks at every row
 * of the tables of Identify, of which the first samples some; `browser` shares the servers too, and one browser. It comes last and in few processes:
 * pages compute, so more of them at once than there are cores, or beside processes that are killed and started again,
 * only make each other wait.
 *
 * The files of one test process share its modules: to load the service takes longer than most files. A process runs
 * files of one project only, so the folders of `faults`, which run among each other, are one project.
 */
export default defineConfig({
  test: {
    maxWorkers: cores,
    // Vitest exits when this is over, whether its servers have stopped or not.
    teardownTimeout: 60_000,
    sequence: { sequencer: SpreadSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          experimental,
          include: ['test/{unit,requirements,simulation}/**/*.test.ts'],
          // Some files run workflow code in this process, without the sandbox of a worker.
          setupFiles: ['./test/support/workflow/async-context.ts'],
          isolate: false,
          expect: expectation,
          ...hangs,
        },
      },
      { test: { name: 'replay', experimental, include: ['test/replay/**/*.test.ts'], ...hangs } },
      {
        test: {
          name: 'integration',
          include: ['test/{api,integration}/**/*.test.ts'],
          exclude: alone,
          ...onServers,
          ...hangs,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/{faults,e2e,scale,packages}/**/*.test.ts'],
          ...onServers,
          ...hangs,
        },
      },
      {
        test: {
          name: 'tables',
          experimental,
          include: ['test/unit/identify/**/*.test.ts'],
          env: { WHOLE_TABLES: '1' },
          isolate: false,
          ...hangs,
        },
      },
      { test: { name: 'alone', include: alone, ...onServers, isolate: true, ...hangs } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          ...onServers,
          globalSetup: [...onServers.globalSetup, './test/support/browser-setup.ts'],
          maxWorkers: Math.max(2, cores),
          sequence: { groupOrder: 2 },
          ...hangs,
        },
      },
    ],
  },
});
