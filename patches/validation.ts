/** A fault of a value: where (`recipient.name`, empty for the whole) and what. */
export interface Fault {
  path: string;
  message: string;
}

/** Whether a value fits its schema. */
export type Validation = { ok: true } | { ok: false; errors: Fault[] };

export function invalid(errors: Fault[]): Validation {
  return { ok: false, errors };
}

/** The result of a validation that was ended because it took too long. */
export const tooLong: Validation = invalid([{ path: '', message: 'take too long to validate' }]);
