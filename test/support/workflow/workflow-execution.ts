// oxlint-disable-next-line no-unassigned-import -- the SDK looks for it when it is loaded
import './async-context.ts';
import { defaultPayloadConverter, type Payload, TypedSearchAttributes } from '@temporalio/common';
import type { coresdk } from '@temporalio/proto';
import { Activator } from '@temporalio/workflow/lib/internals.js';
import { setActivator } from '@temporalio/workflow/lib/global-attributes.js';
import {
  activate,
  concludeActivation,
  tryUnblockConditions,
} from '@temporalio/workflow/lib/worker-interface.js';
import { interceptors } from '#workflows/close-as-cancelled.ts';
import { workflowTypes } from '#contract/temporal/names.ts';

type Activation = Parameters<typeof activate>[0];
export type Command = coresdk.workflow_commands.IWorkflowCommand;
/** A job of a workflow task: exactly one of these. */
export type Job = Pick<
  coresdk.workflow_activation.IWorkflowActivationJob,
  'signalWorkflow' | 'cancelWorkflow' | 'fireTimer' | 'resolveActivity' | 'resolveSignalExternalWorkflow'
>;

/**
 * An execution of a workflow on the SDK's own code (`@temporalio/workflow`), as a worker has it in its sandbox, but in this
 * process: it takes what a workflow task brings, and returns the commands of the code. Only the server behind it is missing.
 */
export class WorkflowExecution {
  readonly #activator: Activator;
  readonly #input: unknown;
  isStarted = false;

  /** @param searchAttributes those of the execution that this one continues */
  constructor(
    workflow: (input: never) => Promise<unknown>,
    id: string,
    input: unknown,
    searchAttributes = new TypedSearchAttributes(),
  ) {
    this.#input = input;
    this.#input = input;
    this.#activator = new Activator({
      info: infoOf(id, searchAttributes),
      now: 0,
      showStackTraceSources: false,
      sourceMap: { version: 3, sources: [], names: [], mappings: '', file: '' },
      getTimeOfDay: () => 0n,
      randomnessSeed: [1],
      registeredActivityNames: new Set(),
      stackTracesEnabled: false,
    });
    this.#activator.workflow = workflow as NonNullable<Activator['workflow']>;
    this.#activator.interceptors.internals.push(...(interceptors().internals ?? []));
  }

  /** Whether the code waits for a condition. */
  get waits(): boolean {
    return this.#activator.blockedConditions.size > 0;
  }

  /** Its current details, as operators see them. */
  get currentDetails(): string {
    return this.#activator.currentDetails;
  }

  get searchAttributes(): TypedSearchAttributes {
    return this.#activator.info.typedSearchAttributes;
  }

  /**
   * Runs the code as far as it can, the first time from its beginning.
   * @param now the time that the code sees, in milliseconds since 1970
   * @throws a fault of the code that is no failure of the workflow
   */
  async activate(
    jobs: readonly Job[],
    { now, continueAsNewSuggested }: { now: number; continueAsNewSuggested: boolean },
  ): Promise<Command[]> {
    const activator = this.#activator;
    const { now: realNow } = Date;
    // The sandbox has a clock of its own, which stands still during a task.
    Date.now = () => now;
    setActivator(activator);
    try {
      activator.now = now;
      activator.mutateWorkflowInfo((info) => ({ ...info, continueAsNewSuggested }));
      const withVariants = jobs.map((job) => ({ ...job, variant: Object.keys(job)[0] }));
      activate({ jobs: withVariants } as unknown as Activation);
      if (!this.isStarted) {
        this.isStarted = true;
        activator.startWorkflow({ arguments: [toPayload(this.#input)] });
      }
      do await settled();
      while (tryUnblockConditions() > 0);
      activator.getAndResetSinkCalls();
      return concludeActivation().successful?.commands ?? [];
    } finally {
      setActivator(undefined);
      Date.now = realNow;
    }
  }
}

/** Resolves when the code has gone as far as it can: Node runs the next tick after all microtasks. */
async function settled(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
}

function infoOf(id: string, typedSearchAttributes: TypedSearchAttributes) {
  const beginning = new Date(0);
  return {
    workflowId: id,
    runId: id,
    firstExecutionRunId: id,
    workflowType: workflowTypes.run,
    namespace: 'default',
    taskQueue: 'queue',
    searchAttributes: {},
    typedSearchAttributes,
    memo: {},
    attempt: 1,
    startTime: beginning,
    runStartTime: beginning,
    historyLength: 0,
    historySize: 0,
    continueAsNewSuggested: false,
    taskTimeoutMs: 10_000,
    unsafe: {
      isReplaying: false,
      isReplayingHistoryEvents: false,
      now: () => 0,
      random: { random: () => 0 },
    },
  } as unknown as Activator['info'];
}

export function toPayload(value: unknown): Payload {
  return defaultPayloadConverter.toPayload(value);
}

// oxlint-disable-next-line no-unnecessary-type-parameters -- as of the SDK's own, the type is what the sender has sent
export function fromPayload<Value>(payload: Payload | null | undefined): Value | undefined {
  return payload ? defaultPayloadConverter.fromPayload<Value>(payload) : undefined;
}

/** How an activity fails in a workflow: for good, or because it was cancelled. */
export function activityFailure(name: string, message: string, cancelled: boolean): Job['resolveActivity'] {
  const failure = {
    message: 'Activity task failed',
    activityFailureInfo: { activityType: { name } },
    cause: {
      message,
      ...(cancelled ? { canceledFailureInfo: {} } : { applicationFailureInfo: { type: 'Error' } }),
    },
  };
  return { result: cancelled ? { cancelled: { failure } } : { failed: { failure } } };
}
