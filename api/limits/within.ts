const ticks = 50;

/**
 * Waits for work, but only so long. The time is counted in ticks: where this process is what is slow, the answer may be
 * there and not be read yet, and only one tick passes.
 * @throws when it takes longer; what the work throws
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
