import type { RunWorkflows } from '#loom/run-workflows.ts';

/** Workflows of which nobody hears: what is posted stays as it was accepted. */
export const quietWorkflows: RunWorkflows = {
  start: () => Promise.resolve(true),
  resume: () => Promise.resolve(true),
  cancel: () => Promise.resolve(true),
  letIn: () => Promise.resolve(true),
  endedFromOutside: () => Promise.resolve([]),
};
