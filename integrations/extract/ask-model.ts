import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '#contract/backoff.ts';
import { type Model, ModelError, type ModelReply, type ModelRequest } from '#engine/ports/model.ts';

/** How often a provider is asked for one answer. */
const mostTries = 3;
/** A longer delay of the provider is returned to the caller as an error. */
const retries = { firstMs: 500, longestMs: 10_000 };

/** When to stop waiting. */
export interface Ends {
  /** The time is over. */
  deadline: AbortSignal;
  /** Nobody wants the answer any more. */
  signal?: AbortSignal;
}

/**
 * Has a model answer in words. A provider that fails for a moment is asked again, as long as there is time.
 * @throws {ModelError} if the provider keeps failing, or `timeout` if the time is over
 * @throws the signal's reason
 */
export async function askModel(
  model: Model,
  { instructions, run }: Pick<ModelRequest, 'instructions' | 'run'>,
  { deadline, signal }: Ends,
): Promise<ModelReply> {
  const either = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await model.respond({
        instructions,
        history: [],
        run,
        tools: [],
        words_only: true,
        attempt,
        signal: either,
      });
    } catch (error) {
      throwIfOver(deadline, signal);
      if (!(error instanceof ModelError) || !error.retryable || attempt >= mostTries) throw error;
      const delayMs = Math.max(error.retryAfterMs ?? 0, backoffMs(attempt - 1, retries));
      if (delayMs > retries.longestMs) throw error;
      await sleep(delayMs, undefined, { signal: either }).catch(() => throwIfOver(deadline, signal));
    }
  }
}

function throwIfOver(deadline: AbortSignal, signal: AbortSignal | undefined): void {
  signal?.throwIfAborted();
  if (deadline.aborted) throw new ModelError({ code: 'timeout', retryable: true });
}
