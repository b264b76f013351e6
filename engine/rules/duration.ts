/** How long a try took, in milliseconds: never negative, though a clock may be set back. */
export function durationOf(from: Date, to: Date): number {
  return Math.max(0, to.getTime() - from.getTime());
}
