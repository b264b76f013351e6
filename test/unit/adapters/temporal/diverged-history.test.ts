import proto from '@temporalio/proto';
import { expect, it } from 'vitest';
import { hasDiverged } from '#adapters/temporal/diverged-history.ts';

type HistoryEvent = proto.temporal.api.history.v1.IHistoryEvent;

const causes = proto.temporal.api.enums.v1.WorkflowTaskFailedCause;
const cannotReplay = causes.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR;
const otherCause = causes.WORKFLOW_TASK_FAILED_CAUSE_WORKFLOW_WORKER_UNHANDLED_FAILURE;

const id = (eventId: number) => ({ eventId }) as unknown as HistoryEvent;
const completed = (buildId: string): HistoryEvent => ({
  workflowTaskCompletedEventAttributes: { workerVersion: { buildId } },
});
const started = (event: number, buildId?: string): HistoryEvent => ({
  ...id(event),
  workflowTaskStartedEventAttributes: buildId === undefined ? {} : { workerVersion: { buildId } },
});
const failed = (
  cause: proto.temporal.api.enums.v1.WorkflowTaskFailedCause,
  startedEvent: number,
): HistoryEvent => ({
  workflowTaskFailedEventAttributes: {
    cause,
    startedEventId: id(startedEvent).eventId ?? null,
  },
});
const signaled: HistoryEvent = { workflowExecutionSignaledEventAttributes: {} };

it.each<[boolean, string, HistoryEvent[]]>([
  [
    true,
    'the build that did it cannot replay it',
    [completed('one'), started(3, 'one'), failed(cannotReplay, 3)],
  ],
  [true, 'signals came since', [completed('one'), started(3, 'one'), failed(cannotReplay, 3), signaled]],
  [
    true,
    'the version that did it cannot replay it',
    [
      {
        workflowTaskCompletedEventAttributes: {
          deploymentVersion: { deploymentName: 'heddle', buildId: 'one' },
        },
      },
      started(3, 'one'),
      failed(cannotReplay, 3),
    ],
  ],
  [false, 'another build cannot replay it', [completed('one'), started(3, 'two'), failed(cannotReplay, 3)]],
  [false, 'its builds are not known', [completed(''), started(3), failed(cannotReplay, 3)]],
  [false, 'its code has thrown', [completed('one'), started(3, 'one'), failed(otherCause, 3)]],
  [
    false,
    'a task was completed since',
    [completed('one'), started(3, 'one'), failed(cannotReplay, 3), started(5, 'one'), completed('one')],
  ],
  [false, 'no task has failed', [started(1, 'one'), completed('one')]],
  [false, 'no task was completed', [started(1, 'one'), failed(cannotReplay, 1)]],
  [false, 'it has no events', []],
])('has diverged: %s, if %s', (diverged, _, oldestFirst) => {
  expect(hasDiverged(oldestFirst.toReversed())).toBe(diverged);
});
