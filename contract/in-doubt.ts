/**
 * Error codes of calls on which the host may have acted all the same: the call was sent, and there is no answer that could
 * be read.
 */
export const inDoubtCodes: ReadonlySet<string> = new Set([
  'outcome_unknown',
  'timeout',
  'reset',
  'too_large',
  'invalid_response',
]);
