import type { ResumedInput } from '#contract/temporal/names.ts';
import type { toRunLabels } from '#store/runs/runs.ts';

/**
 * The workflows of runs, as the rest of the service reaches them. Every call may be made twice, and rejects when
 * Temporal does not answer in time. Each resolves to false when there is no workflow any more that could hear it.
 */
export interface RunWorkflows {
  start: (run: ReturnType<typeof toRunLabels>) => Promise<boolean>;
  resume: (runId: string, input: ResumedInput) => Promise<boolean>;
  cancel: (runId: string) => Promise<boolean>;
  /** Tells a run that it is the first in its thread's line. */
  letIn: (runId: string) => Promise<boolean>;
  /** Runs whose workflows were ended from outside since a moment: terminated, timed out or failed. */
  endedFromOutside: (since: Date, limit: number) => Promise<{ run_id: string; closed_at: Date }[]>;
}
