import type { Context } from '@temporalio/activity';
import type { StepAttempt } from '#engine/ports/step-attempt.ts';
import { attemptDetails, noteMarked } from './failures.ts';

/** The attempt at a step that this activity is. */
export function stepAttempt(context: Context): StepAttempt {
  const { cancellationSignal: cancelled } = context;
  return {
    isFirst: context.info.attempt === 1,
    cancelled,
    stopping: abortsWithWorker(cancelled),
    marked: () => attemptDetails(context).marked ?? 0,
    noteMarked: (call) => noteMarked(context, call),
  };
}

/** Aborts if the activity is cancelled because its worker stops, and not because its workflow asks for it. */
function abortsWithWorker(cancelled: AbortSignal): AbortSignal {
  const stopping = new AbortController();
  const note = () => {
    const { reason } = cancelled as { reason: unknown };
    if (reason instanceof Error && reason.message === 'WORKER_SHUTDOWN') stopping.abort(reason);
  };
  if (cancelled.aborted) note();
  else cancelled.addEventListener('abort', note, { once: true });
  return stopping.signal;
}
