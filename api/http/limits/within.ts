const ticks = 50;

/**
 * Waits for work for a limited time. The time is counted in ticks: if this process itself is slow, the response may
 * have arrived without having been read, and only one tick passes.
 * @throws if it takes longer; what the work throws
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let passed = 0;
    timer = setInterval(() => {
      passed += 1;
      if (passed === ticks) reject(new Error(`no answer within ${ms} ms`));
    }, ms / ticks);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearInterval(timer);
  }
}
