/** Maps times of a run to positions on its bars. */
export interface Scale {
  startMs: number;
  spanMs: number;
}

/** The scale of a run, from its first message to its end, or to now. */
export function scaleBetween(startMs: number, endMs: number): Scale {
  return { startMs, spanMs: Math.max(1, endMs - startMs) };
}

/** Where a span lies on the scale, in percent, never narrower than can be seen. */
export function barOf(
  { startMs, spanMs }: Scale,
  fromMs: number,
  durationMs: number,
): { left: string; width: string } {
  const left = Math.min(99, Math.max(0, ((fromMs - startMs) / spanMs) * 100));
  const width = Math.min(100 - left, Math.max(1, (durationMs / spanMs) * 100));
  return { left: `${left}%`, width: `${width}%` };
}
