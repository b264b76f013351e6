import { z } from 'zod';
import { toMicrocredits } from './credits.ts';

/** The largest amount of credits that a client may give: far below what a whole number of microcredits can hold. */
const largestAmount = 1_000_000_000;

/** Credits as a client gives them: a number that is a whole number of microcredits, so that it is reckoned as given. */
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
