import { z } from 'zod';
import { toMicrocredits } from './credits.ts';

/** The largest amount of credits that a client may give, far below what an integer of microcredits can hold. */
const largestAmount = 1_000_000_000;

/** Credits from a client: an exact number of microcredits, so that nothing is rounded. */
export const CreditAmount = z
  .number()
  .min(0)
  .max(largestAmount)
  .refine(isWholeMicrocredits, 'must have at most six decimal places');

function isWholeMicrocredits(credits: number): boolean {
  try {
    toMicrocredits(credits);
    return true;
  } catch {
    return false;
  }
}
