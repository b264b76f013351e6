import type { ResumedInput } from '#contract/temporal/names.ts';
import type { toRunLabels } from '#store/runs/runs.ts';

/**
 * The workflows of runs, as the rest of the service uses them. Every call can be repeated, and rejects if Temporal does
 * not respond in time. Each resolves to false if there is no longer a workflow to receive it.
 */
export interface RunWorkflows {
  start: (run: ReturnType<typeof toRunLabels>) => Promise<boolean>;
  resume: (runId: string, input: ResumedInput) => Promise<boolean>;
  cancel: (runId: string) => Promise<boolean>;
  /** Tells a run that it is first in its thread's line, by this outbox entry; or that it may have been, without one. */
  letIn: (runId: string, version?: number) => Promise<boolean>;
  /** Runs whose workflows were ended from outside since a given time: terminated, timed out or failed. */
  endedFromOutside: (since: Date, limit: number) => Promise<{ run_id: string; closed_at: Date }[]>;
}
