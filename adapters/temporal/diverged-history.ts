import proto from '@temporalio/proto';

type HistoryEvent = proto.temporal.api.history.v1.IHistoryEvent;

/**
 * Whether a history has diverged from what its own code does, so that each further task fails: the build that could not
 * replay it is the one that had last completed a task of it. This happens when Temporal is restored to an earlier moment:
 * a worker that still has the workflow in memory, as it was later, answers the next task with what it would have done
 * then. A build that fails on the history of another build is a faulty deployment instead, and is to be rolled back.
 * @param newestFirst the newest events of the history
 */
export function hasDiverged(newestFirst: readonly HistoryEvent[]): boolean {
  const at = newestFirst.findIndex(({ workflowTaskFailedEventAttributes: failed }) => Boolean(failed));
  const failed = newestFirst[at]?.workflowTaskFailedEventAttributes;
  const { WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR: cannotReplay } =
    proto.temporal.api.enums.v1.WorkflowTaskFailedCause;
  if (failed?.cause !== cannotReplay) return false;
  const completedAt = newestFirst.findIndex(({ workflowTaskCompletedEventAttributes: of }) => Boolean(of));
  if (completedAt < at) return false;
  const started = newestFirst.find(({ eventId }) => String(eventId) === String(failed.startedEventId));
  const failedOn = started?.workflowTaskStartedEventAttributes?.workerVersion?.buildId;
  const completed = newestFirst[completedAt]?.workflowTaskCompletedEventAttributes;
  // Which of the two has the build depends on whether the deployment uses versions.
  const builds = [completed?.workerVersion?.buildId, completed?.deploymentVersion?.buildId];
  return Boolean(failedOn) && builds.includes(failedOn);
}
