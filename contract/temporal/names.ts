import type { Directive } from './directive.ts';
import type { SeenCalls } from './seen-calls.ts';

/**
 * Names that Temporal stores. They are permanent, and declared only here. Does not use zod, because workflow code
 * imports this file.
 */
export const taskQueue = 'heddle';

/**
 * Kinds of activities with a queue of their own; model turns share the queue of the workflows. `calls`: calls to
 * customers' hosts. `steps`: the service's own short steps, sweeps and erasures. `webhooks`: further attempts to
 * deliver to endpoints.
 */
export type ActivityKind = 'calls' | 'steps' | 'webhooks';

/**
 * The task queue of a kind of activity, so that hosts and endpoints that hang occupy no slots that other work needs.
 */
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

/** One workflow for each run. Its id is derived from the run's id, so a second start has no effect. */
export function runWorkflowId(runId: string): string {
  return `run-${runId}`;
}

/** The run of a workflow; undefined if the id does not come from {@link runWorkflowId}. */
export function runIdOf(workflowId: string): string | undefined {
  return workflowId.startsWith('run-') ? workflowId.slice('run-'.length) : undefined;
}

/** One workflow for each webhook endpoint with pending deliveries. */
export function webhookWorkflowId(endpointId: string): string {
  return `webhook-${endpointId}`;
}

/** One workflow for each erasure of a subject. */
export function erasureWorkflowId(erasureId: string): string {
  return `erase-${erasureId}`;
}

/** The schedule of the sweep, which sends what a crash kept from Temporal. */
export const sweepScheduleId = 'heddle-sweep';

/** Signals of the workflows. A repetition of one changes nothing. */
export const signalNames = {
  /** The run now holds the lock of its thread. Carries the version of the thread's outbox entry that says so, if there is one. */
  lockGranted: 'lockGranted',
  /** The call for which the run was paused is resolved. Carries what to do next. */
  resumed: 'resumed',
  /** The run has to end at the next safe point. */
  cancelRequested: 'cancelRequested',
  /** The pause of the run may be over: its workflow has to read the next step from the store. */
  lookAgain: 'lookAgain',
  /** To a webhook endpoint's workflow: a delivery is pending. */
  deliveryPending: 'deliveryPending',
} as const;

/** Search attributes of run workflows: what operators filter by in the Temporal UI. All are keywords. */
export const searchAttributes = {
  workspace: 'HeddleWorkspace',
  agentKey: 'HeddleAgentKey',
  thread: 'HeddleThread',
  /** Set while a run is paused: `question`, `confirmation` or `outcome`. */
  waitsFor: 'HeddleWaitsFor',
  /** Set while a run is paused: the patch whose call it waits for. */
  pendingPatch: 'HeddlePendingPatch',
  /** Set while a run is paused: the call that it waits for. */
  pendingCall: 'HeddlePendingCall',
} as const;

/**
 * The input of a run's workflow, which it passes to its activities: ids and never content, because it stays in the
 * history. It has everything that an activity needs to read its documents concurrently.
 */
export interface RunInput {
  run_id: string;
  thread_id: string;
  agent_id: string;
  /** The run's position among the runs of its thread. */
  seq: number;
  /** The workspace by which a worker's slots are shared. */
  workspace_id: string;
  /** Where to continue after continue-as-new. */
  directive?: Directive;
  /** The calls that the workflow has seen: for activities that end the run, and after continue-as-new. */
  seen?: SeenCalls;
}

/** The input of a webhook endpoint's workflow: ids, as for runs. */
export interface WebhookDeliveryInput {
  endpoint_id: string;
  workspace_id: string;
}

/** The input of an erasure's workflow: ids, as for runs, and never the subject's name. */
export interface ErasureInput {
  erasure_id: string;
  workspace_id: string;
}

/** The payload of the `resumed` signal: the resolved call, and what follows. */
export interface ResumedInput {
  tool_call_id: string;
  directive: Directive;
}
