import type { RunWorkflows } from '#engine/ports/run-workflows.ts';

/** Workflows that do nothing, so that accepted runs stay as they are. */
export const quietWorkflows: RunWorkflows = {
  start: () => Promise.resolve(true),
  resume: () => Promise.resolve(true),
  cancel: () => Promise.resolve(true),
  grantLock: () => Promise.resolve(true),
  lookAgain: () => Promise.resolve(true),
  restart: () => Promise.resolve(true),
  view: () => Promise.resolve({ is: 'working' }),
  open: () => Promise.resolve([]),
  endedFromOutside: () => Promise.resolve([]),
};
