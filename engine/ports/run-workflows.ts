import type { ResumedInput } from '#contract/temporal/names.ts';
import type { WorkflowView } from '#contract/temporal/workflow-view.ts';
import type { RunLabels } from '../rules/run-labels.ts';

/**
 * The workflows of runs, as the rest of the service uses them. Every call can be repeated, and rejects if Temporal does
 * not respond in time. Each resolves to false if there is no longer a workflow to receive it.
 */
export interface RunWorkflows {
  start: (run: RunLabels) => Promise<boolean>;
  resume: (runId: string, input: ResumedInput) => Promise<boolean>;
  cancel: (runId: string) => Promise<boolean>;
  /** Notifies a run that it holds the thread lock, by this outbox entry; or that it may hold it, without one. */
  grantLock: (runId: string, version?: number) => Promise<boolean>;
  /** Notifies a run that waits to read from the store what comes next. */
  lookAgain: (runId: string) => Promise<boolean>;
  /** Restarts a workflow whose history has diverged, from the stored state. False if it has not diverged. */
  restart: (runId: string) => Promise<boolean>;
  /** Temporal's current view of a run's workflow. */
  view: (runId: string) => Promise<WorkflowView>;
  /** Runs whose workflows are open and were started before a given time, the one that was started last first. */
  open: (limit: number, before?: Date) => Promise<{ run_id: string; started_at: Date }[]>;
  /** Runs whose workflows were ended from outside since a given time: terminated, timed out or failed. */
  endedFromOutside: (since: Date, limit: number) => Promise<{ run_id: string; closed_at: Date }[]>;
}
