import type { Logger } from '#config/logger.ts';
import { ServiceError } from '#contract/errors.ts';
import type { NewMessage } from '#contract/message.ts';
import { answer, pauseOf } from '#loom/resume-run.ts';
import { StaleWriteError } from '#store/commit.ts';
import type { RunDocument } from '#store/runs.ts';
import type { PauseDocument, ThreadDocument } from '#store/threads.ts';
import { resumeRun } from '../runs/resume.ts';
import type { Services } from '../services.ts';

/**
 * Takes a message as the answer to the question that a run of the thread is paused for.
 * @throws {ServiceError} `awaiting_confirmation` when the run is held at a gate: it wants a decision, not words
 * @throws {StaleWriteError} when somebody else answered first: the message is then one of its own
 */
export async function answerPause(
  context: { services: Services; log: Logger },
  thread: ThreadDocument,
  { type, tool_call_id, shown: { run_id } }: PauseDocument,
  message: NewMessage & { id: string },
): Promise<RunDocument> {
  if (type === 'confirmation') {
    throw new ServiceError('awaiting_confirmation', 'A decision is awaited on this thread, not a message.', {
      details: { run_id, tool_call_id },
    });
  }
  try {
    return await resumeRun(context, { run_id, thread_id: thread._id, tool_call_id }, (loaded, call) => {
      if (call === undefined || pauseOf(loaded)?.tool_call_id !== tool_call_id) throw new AnsweredFirst();
      return answer(call, message);
    });
  } catch (error) {
    if (!(error instanceof AnsweredFirst)) throw error;
    throw new StaleWriteError('the question was answered first', { cause: error });
  }
}

class AnsweredFirst extends Error {}
