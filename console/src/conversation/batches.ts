const gatherMs = 40;

/**
 * Hands over what arrives in one moment together: a stream that replays thousands of events is one change of the page,
 * not thousands. Stops when the signal aborts, and drops what is left.
 */
export function inBatches<Item>(take: (items: Item[]) => void, signal: AbortSignal): (items: Item[]) => void {
  let gathered: Item[] = [];
  return (items) => {
    if (gathered.length === 0 && items.length > 0) {
      setTimeout(() => {
        const batch = gathered;
        gathered = [];
        if (!signal.aborted) take(batch);
      }, gatherMs);
    }
    gathered.push(...items);
  };
}

/**
 * Runs `work` one at a time: asked for while it runs, it runs once more afterwards, however often it was asked for. It
 * must not reject.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    running = work();
    try {
      await running;
    } finally {
      running = undefined;
    }
  };
  const afterwards = async (before: Promise<void>): Promise<void> => {
    await before;
    again = undefined;
    await run();
  };
  return async () => {
    if (running === undefined) return await run();
    again ??= afterwards(running);
    return await again;
  };
}
