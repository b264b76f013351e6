import { readJson } from '#contract/exact-json.ts';

/** The value of JSON that was typed, or what is wrong with it: what is sent must be exactly what was typed. */
export function readTyped(text: string): { value: unknown } | { fault: string } {
  const read = readJson(text);
  if (!('fault' in read)) return read;
  switch (read.fault) {
    case 'not_json':
      return { fault: 'must be JSON' };
    case 'repeated_member':
      return { fault: 'has an object that names a member twice' };
    case 'inexact_number':
      return { fault: `has a number of more digits than a number can hold: ${read.path}` };
  }
}
