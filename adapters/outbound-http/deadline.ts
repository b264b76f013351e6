/** A signal that aborts when the caller's does, or after a time. */
export interface Deadline {
  signal: AbortSignal;
  /** Stops the clock. */
  clear(): void;
}

export function deadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  if (outer?.aborted === true) abort();
  else outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
