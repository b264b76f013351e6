import type { WorkflowInterceptors } from '@temporalio/workflow';

/**
 * Closes a workflow that throws `CancelledFailure` as Cancelled. The SDK does so only if Temporal itself was asked to
 * cancel it, and otherwise closes it as Failed. Runs are cancelled by a signal, because a cancellation waits for a safe
 * point, or an activity finds that they are cancelled.
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
