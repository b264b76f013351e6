/**
 * Aborts some time after another signal. Load balancers learn from a failing probe that a process is about to end, and send it requests
 * for a while after that.
 */
export function abortsAfter(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  const onAbort = (): void => {
    if (ms === 0) later.abort();
    else setTimeout(() => later.abort(), ms).unref();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return later.signal;
}
