/**
 * The error code of a call on which the host may have acted: it was sent, and there is no answer that says whether it took
 * effect. Any other failure says that it did not.
 */
export const outcomeUnknown = 'outcome_unknown';
