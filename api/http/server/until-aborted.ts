/**
 * Waits for work that may ignore its signal: once the signal aborts, nobody waits for the work any more.
 * @throws the reason of the signal; what the work throws
 */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  // Whichever comes second is nobody's.
  work.catch(() => {});
  promise.catch(() => {});
  try {
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The items of a source that may ignore its signal, until the signal aborts. @throws the reason of the signal */
export async function* itemsUntilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void> {
  const items = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await untilAborted(items.next(), signal);
      if (next.done === true) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: a source that hangs would hang here too.
    if (!isDone) items.return?.().catch(() => {});
  }
}
