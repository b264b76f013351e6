import { InvalidArgumentError } from 'commander';
import { creditsOfText } from '#contract/credits.ts';

/** @throws {InvalidArgumentError} for anything but credits with at most six decimal places */
export function credits(text: string): number {
  const amount = creditsOfText(text);
  if (amount === undefined) {
    throw new InvalidArgumentError('must be a number of credits, with at most six decimal places');
  }
  return amount;
}

/** @throws {InvalidArgumentError} for anything but a whole number from 1 to 999,999,999 */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('must be a whole number from 1');
  return Number(text);
}
