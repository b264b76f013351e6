/**
 * Runs several starts concurrently. If one fails, the others are aborted, and this rejects with the first failure once
 * all have ended, so that nothing is still starting.
 */
export async function startTogether<Results extends unknown[]>(
  signal: AbortSignal,
  starts: { [Key in keyof Results]: (signal: AbortSignal) => Promise<Results[Key]> },
): Promise<Results> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const running = starts.map((start) => start(either));
  try {
    return (await Promise.all(running)) as Results;
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
}
