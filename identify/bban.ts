/** Parts of IBANs: the structure of a country's BBAN, and check digits modulo 97. */

/** The characters for each letter in a structure such as `8!n10!n` (ISO 13616). */
const alphabets: Record<string, string> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' };
const patterns = new Map<string, RegExp>();

/** The pattern of a structure in the notation of the IBAN registry: lengths, `!` if they are fixed, and alphabets. */
export function bbanPattern(structure: string): RegExp {
  const known = patterns.get(structure);
  if (known !== undefined) return known;
  const parts = structure.replaceAll(
    /(\d+)(!?)([nac])/g,
    (_, length: string, fixed: string, letter: string) => {
      const alphabet = alphabets[letter] ?? '';
      return `${alphabet}{${fixed === '' ? '1,' : ''}${length}}`;
    },
  );
  const pattern = new RegExp(`^${parts}$`);
  patterns.set(structure, pattern);
  return pattern;
}

/** The characters of a BBAN of this structure. All structures of the registry have one length. */
export function bbanLength(structure: string): number {
  return [...structure.matchAll(/(\d+)!?[nac]/g)].reduce((sum, [, length]) => sum + Number(length), 0);
}

const kinds: Record<string, string> = { n: 'digits', a: 'letters', c: 'letters or digits' };

/** A structure in words: `8 digits, 10 digits`. */
export function bbanInWords(structure: string): string {
  return [...structure.matchAll(/(\d+)!?([nac])/g)]
    .map(([, length = '', kind = '']) => `${length} ${kinds[kind] ?? ''}`)
    .join(', ');
}

/** The part of a BBAN at a position such as `0-8`; empty if the country has no such part. */
export function slice(bban: string, position: string): string {
  const [from, to] = position.split('-').map(Number);
  return to === undefined ? '' : bban.slice(from, to);
}

/**
 * Whether the check digits of an IBAN are right (ISO 7064, MOD 97-10). `00`, `01` and `99` sometimes leave the right
 * remainder, but are never valid.
 */
export function mod97(iban: string): boolean {
  const digits = Number(iban.slice(2, 4));
  if (digits < 2 || digits > 98) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
