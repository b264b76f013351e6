import type { ExtractError } from '#contract/extract.ts';
import type { Fault } from '#patches/validation.ts';
import { describeFault } from './prompt.ts';

/** The failure of an extraction whose last answer had these faults. */
export function failureOf(faults: readonly Fault[]): ExtractError {
  const [first = { path: '', message: 'is not valid' }] = faults;
  return {
    code: 'extract_failed',
    message: `The model could not produce a valid result. ${describeFault(first)}.`,
    details: faults.map(({ path, message }) => ({ path, message, code: 'invalid' })),
  };
}
