const soonMs = 7 * 86_400_000;

export type ExpiryWarning = 'expired' | 'soon';

/** Warns of a key that has expired, or does within seven days. @param nowMs the time at the server */
export function expiryWarning(expiresAt: string | undefined, nowMs: number): ExpiryWarning | undefined {
  if (expiresAt === undefined) return undefined;
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs <= soonMs ? 'soon' : undefined;
}
