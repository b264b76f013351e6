import type { Directive } from './directive.ts';

/**
 * Names that Temporal stores: permanent, and declared only here. Free of zod, because workflow code imports this file.
 */
export const taskQueue = 'heddle';

/**
 * Activities that do not share the queue of the workflows, where model turns are taken. `calls`: calls to customers'
 * hosts. `steps`: the service's own short steps, sweeps and erasures. `webhooks`: further attempts to deliver to endpoints.
 */
export type ActivityKind = 'calls' | 'steps' | 'webhooks';

/** The task queue of a kind of activity: hosts and endpoints that hang take no slots that other work needs. */
export function activityTaskQueue(serviceTaskQueue: string, kind: ActivityKind): string {
  return `${serviceTaskQueue}-${kind}`;
}

/** Workflow types, as registered by the worker. */
export const workflowTypes = {
  eraseSubject: 'eraseSubject',
  run: 'run',
  sweep: 'sweep',
  webhookDelivery: 'webhookDelivery',
} as const;

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

/** One workflow an erasure of a subject. */
export function erasureWorkflowId(erasureId: string): string {
  return `erase-${erasureId}`;
}

/** The schedule of the sweep, which tells Temporal what a crash kept from being told. */
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
  /** Stands while a run is paused: `question`, `confirmation` or `outcome`. */
  waitsFor: 'HeddleWaitsFor',
  /** Stands while a run is paused: the patch whose call it waits for. */
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
  /** By which slots of a worker are shared out. Histories before it lack it. */
  workspace_id?: string;
  /** What to go on with, when the workflow continues as new; `turn` in histories before it was a directive. */
  directive?: Directive;
  turn?: number;
}

/** What a webhook endpoint's workflow is started with: ids, as with runs. */
export interface WebhookDeliveryInput {
  endpoint_id: string;
  workspace_id: string;
}

/** What an erasure's workflow is started with: ids, as with runs, and never the subject's name. */
export interface ErasureInput {
  erasure_id: string;
  workspace_id: string;
}

/** What the `resumed` signal carries: the call that was resolved, and what follows from it. */
export interface ResumedInput {
  tool_call_id: string;
  directive: Directive;
}
