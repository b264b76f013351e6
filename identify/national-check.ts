import { countrySpecs } from 'ibantools';

type Check = (bban: string) => boolean;

/**
 * Rules that ibantools lacks. Norway is replaced: its rule does not hold for the account group 00. North Macedonia is replaced
 * because accounts may have letters there.
 */
const ownChecks: Readonly<Record<string, Check>> = {
  AL: (bban) => weightedSum(bban.slice(0, 8), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IT: italian,
  MK: remainderIs(1),
  MR: remainderIs(0),
  NO: norwegian,
  SM: italian,
  TL: remainderIs(1),
  TN: remainderIs(0),
  XK: remainderIs(1),
};

const checks = new Map<string, Check>([
  ...Object.entries(countrySpecs).flatMap(([country, { bban_validation_func: check }]) =>
    typeof check === 'function' ? [[country, check] as const] : [],
  ),
  ...Object.entries(ownChecks),
]);

/** Countries whose BBANs as a whole have check digits by a rule that all of their banks follow. */
export const nationallyChecked: readonly string[] = [...checks.keys()].toSorted();

/**
 * Whether the check digits that a country's own rule puts into its BBANs are right. True if the country has no rule. The
 * Netherlands and Denmark have none any more: their banks issue numbers that fail the former one.
 */
export function nationalCheck(country: string, bban: string): boolean {
  return checks.get(country)?.(bban) ?? true;
}

/** The whole BBAN modulo 97: 1 by ISO 7064 (MOD 97-10), or 0 where the key is 97 less the remainder (clé RIB). */
function remainderIs(wanted: number): Check {
  return (bban) => {
    let remainder = 0;
    for (const character of bban) {
      const value = Number.parseInt(character, 36);
      remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
    }
    return remainder === wanted;
  };
}

/** Accounts of the group 00 have check digits by rules of their banks. */
function norwegian(bban: string): boolean {
  return bban.slice(4, 6) === '00' || weightedSum(bban, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

/** Values of characters at odd places for the CIN: digits, and letters by their place in the alphabet. */
const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

/** The first character is the control letter of the others (CIN). */
function italian(bban: string): boolean {
  const [letter = '', ...others] = bban;
  const sum = others.reduce((total, character, index) => {
    const value = Number.parseInt(character, 36);
    const place = value > 9 ? value - 10 : value;
    return total + (index % 2 === 0 ? (oddValues[place] ?? 0) : place);
  }, 0);
  return letter.charCodeAt(0) - 65 === sum % 26;
}

/** The sum of digits times their weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index] ?? 0), 0);
}
