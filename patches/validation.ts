/** A fault of the arguments: where (`recipient.name`, empty for the whole) and what. */
export interface InvalidArg {
  path: string;
  message: string;
}

/** Whether arguments fit an input schema. */
export type Validation = { ok: true } | { ok: false; errors: InvalidArg[] };

export function invalid(errors: InvalidArg[]): Validation {
  return { ok: false, errors };
}

/** The result of a validation that was ended because it took too long. */
export const tooLong: Validation = invalid([{ path: '', message: 'take too long to validate' }]);
