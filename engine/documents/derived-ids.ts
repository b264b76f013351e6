import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/** The time at which a UUID v7 was created, to the millisecond. Documents take their `created_at` from their id. */
export function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** A UUID v7 of the time of another one, always the same for the same seed. */
export function derivedId(id: string, seed: string): string {
  const random = hash('sha256', seed, 'buffer');
  return uuidv7({ msecs: madeAt(id).getTime(), random: random.subarray(0, 16) });
}

/**
 * The id of the message with which a run replies. It is known before the message, and is the same in every turn of the
 * run, however often a turn is taken.
 */
export function replyId(runId: string): string {
  return derivedId(runId, runId);
}
