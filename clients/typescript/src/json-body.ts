import { HeddleError } from './errors.ts';

/**
 * The JSON of a value.
 * @throws {HeddleError} for NaN and infinite numbers, which JSON cannot hold: they would be sent as `null`
 */
export function jsonBody(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) => {
    if (typeof part !== 'number' || Number.isFinite(part)) return part;
    throw new HeddleError(`${name === '' ? 'the body' : name} must be a finite number, not ${part}`);
  });
}
