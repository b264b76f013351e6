/** From here on an operator is warned, in milliseconds. */
export const warnedOffsetMs = 2000;
/** From here on a process counts no limits and sends no gated calls, in milliseconds. */
export const refusedOffsetMs = 10_000;

/** One comparison of the clock of a process with that of the store. */
export interface ClockReading {
  /** The store's time halfway between question and answer, in milliseconds since 1970. */
  time: number;
  /** Possible error either way, in milliseconds: half of the round trip. */
  uncertainty: number;
}

/**
 * Reads the store's clock from an answer.
 * @param asked the process's monotonic clock when the question was sent, in milliseconds
 * @param answered the same clock when the answer had come
 */
export function readClock(
  stored: Date,
  { asked, answered }: { asked: number; answered: number },
): ClockReading & { at: number } {
  const uncertainty = (answered - asked) / 2;
  return { time: stored.getTime(), uncertainty, at: asked + uncertainty };
}

/**
 * The certain lead of a process's clock over the store's, in milliseconds. Negative: it is behind. Zero: the difference
 * is within the uncertainty of the round trip.
 */
export function certainOffset(processTime: number, { time, uncertainty }: ClockReading): number {
  const offset = processTime - time;
  return Math.sign(offset) * Math.max(0, Math.abs(offset) - uncertainty);
}

/** The consequence of an offset: none, a warning, or that work that depends on the time has to wait. */
export type ClockState = 'right' | 'apart' | 'refused';

/** @param offset in milliseconds, ahead or behind */
export function clockState(offset: number): ClockState {
  const apart = Math.abs(offset);
  if (apart > refusedOffsetMs) return 'refused';
  return apart > warnedOffsetMs ? 'apart' : 'right';
}
