import type { Directive } from './directive.ts';

/**
 * Names that live in Temporal: permanent, declared here and nowhere else. Free of zod: workflow code imports it.
 */
export const taskQueue = 'heddle';

/**
 * Where attempts to deliver to webhook endpoints are made again: a queue beside the service's own, so that endpoints
 * which hang take nothing that runs need.
 */
export function webhookTaskQueue(serviceTaskQueue: string): string {
  return `${serviceTaskQueue}-webhooks`;
}

/** Workflow types, as registered by the worker. */
export const workflowTypes = { run: 'run', sweep: 'sweep', webhookDelivery: 'webhookDelivery' } as const;

/** One workflow a run, its id made from the run's: starting it twice is starting it once. */
export function runWorkflowId(runId: string): string {
  return `run-${runId}`;
}

/** The run that a workflow is of; undefined when the id is not one that {@link runWorkflowId} makes. */
export function runIdOf(workflowId: string): string | undefined {
  return workflowId.startsWith('run-') ? workflowId.slice('run-'.length) : undefined;
}

/** One workflow a webhook endpoint for which deliveries are pending. */
export function webhookWorkflowId(endpointId: string): string {
  return `webhook-${endpointId}`;
}

/** The schedule that restarts what a crash left undone. */
export const sweepScheduleId = 'heddle-sweep';

/** Signals that a run's workflow takes. Each payload carries an id; one that was seen is ignored. */
export const signalNames = {
  /** The run is the first in its thread's line now, and holds its turn lock. The name is that of stored histories. */
  turnLockGranted: 'floorGranted',
  /** The call that the run was paused for is resolved; carries what to do next. */
  resumed: 'resumed',
  /** The run is to end at the next safe point. */
  cancelRequested: 'cancelRequested',
  /** To a webhook endpoint's workflow: a delivery is pending. The name is that of histories that are stored. */
  deliveryPending: 'deliveryOwed',
} as const;

/** Search attributes of run workflows: what operators filter by in the Temporal UI. All are keywords. */
export const searchAttributes = {
  workspace: 'HeddleWorkspace',
  agentKey: 'HeddleAgentKey',
  thread: 'HeddleThread',
  runState: 'HeddleRunState',
  pendingPatch: 'HeddlePendingPatch',
} as const;

/**
 * What a run's workflow is started with, and hands to its activities: ids, never content (they stay in the
 * history). All that an activity needs to read its documents side by side.
 */
export interface RunInput {
  run_id: string;
  thread_id: string;
  agent_id: string;
  /** The run's place among the runs of its thread. */
  seq: number;
  /** What to go on with, when the workflow continues as new; `turn` in histories before it was a directive. */
  directive?: Directive;
  turn?: number;
}

/** What a webhook endpoint's workflow is started with: ids, as with runs. */
export interface WebhookDeliveryInput {
  endpoint_id: string;
  workspace_id: string;
}

/** What the `resumed` signal carries: the call that was resolved, and what follows from it. */
export interface ResumedInput {
  tool_call_id: string;
  directive: Directive;
}
