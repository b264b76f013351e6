import { countrySpecs } from 'ibantools';
import type { ReferenceField } from '#contract/rail.ts';
import { type Malformed, malformed } from './rail.ts';

/**
 * The fault of a text that must have as many characters as one of these lengths. A length between two is too short for the
 * longer or too long for the shorter, whichever is nearer.
 * @param of what has the length, to follow it: `in an IBAN of DE`
 */
export function wrongLength(
  field: ReferenceField,
  text: string,
  lengths: readonly number[],
  { unit = 'characters', of = '' }: { unit?: string; of?: string } = {},
): Malformed | undefined {
  const { length } = text;
  if (lengths.includes(length)) return undefined;
  const distance = (other: number) => Math.abs(other - length);
  const nearest = lengths.toSorted((a, b) => distance(a) - distance(b))[0] ?? 0;
  const code = length < nearest ? 'too_short' : 'too_long';
  return malformed(field, `must have ${inWords(lengths)} ${unit}${of}, and has ${length}`, code);
}

/** The fault of a text that must be digits, as many as one of these lengths. */
export function wrongDigits(
  field: ReferenceField,
  text: string,
  lengths: readonly number[],
): Malformed | undefined {
  if (!/^\d*$/.test(text)) {
    return malformed(field, `must have ${inWords(lengths)} digits and nothing else`, 'bad_character');
  }
  return wrongLength(field, text, lengths, { unit: 'digits' });
}

/** The fault of two letters that stand for no country (ISO 3166-1, with XK for Kosovo). */
export function unknownCountry(field: ReferenceField | 'country', letters: string): Malformed | undefined {
  if (Object.hasOwn(countrySpecs, letters)) return undefined;
  return malformed(field, `has ${letters} where the code of a country must be`, 'unknown_country');
}

function inWords(lengths: readonly number[]): string {
  return [lengths.slice(0, -1).join(', '), lengths.at(-1)].filter((part) => part !== '').join(' or ');
}
