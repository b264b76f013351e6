import type { WorkflowInterceptors } from '@temporalio/workflow';

/**
 * Closes a workflow that throws `CancelledFailure` as Cancelled. The SDK does so only where Temporal itself was asked for
 * the cancellation; runs are cancelled by a signal, for their cancellation waits for a safe point, or are found cancelled
 * by an activity. Otherwise their workflows would be Failed.
 */
export const interceptors = (): WorkflowInterceptors => ({
  internals: [
    {
      concludeActivation: ({ commands }, next) =>
        next({
          commands: commands.map((command) =>
            command.failWorkflowExecution?.failure?.canceledFailureInfo
              ? { ...command, failWorkflowExecution: null, cancelWorkflowExecution: {} }
              : command,
          ),
        }),
    },
  ],
});
