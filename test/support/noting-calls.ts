import type { RunWorkflows } from '#engine/ports/run-workflows.ts';

/** Workflows that record signals and starts. */
export function notingCalls(
  workflows: RunWorkflows,
  note: (call: string, runId: string) => void,
): RunWorkflows {
  return {
    ...workflows,
    start: async (run) => {
      note('start', run.run_id);
      return await workflows.start(run);
    },
    resume: async (run, input) => {
      note('resume', run);
      return await workflows.resume(run, input);
    },
    cancel: async (run) => {
      note('cancel', run);
      return await workflows.cancel(run);
    },
    grantLock: async (run, version) => {
      note('grantLock', run);
      return await workflows.grantLock(run, version);
    },
    lookAgain: async (run) => {
      note('lookAgain', run);
      return await workflows.lookAgain(run);
    },
    restart: async (run) => {
      note('restart', run);
      return await workflows.restart(run);
    },
  };
}
