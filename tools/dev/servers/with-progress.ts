/** Does some work, and meanwhile logs `describe(elapsed)` every ten seconds, with the elapsed time as "2m10s". */
export async function withProgress<Result>(
  log: (line: string) => void,
  describe: (elapsed: string) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const timer = setInterval(() => log(describe(inWords(performance.now() - startedAt))), 10_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Milliseconds in the form "2m10s". */
export function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`;
}
