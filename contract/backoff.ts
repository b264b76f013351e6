/**
 * Exponential backoff: how long to wait after a failure, in milliseconds.
 * @param failures how many attempts have failed before the last one: 0 gives `firstMs`, 1 twice as much, and so on up to `longestMs`
 */
export function backoffMs(
  failures: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}
