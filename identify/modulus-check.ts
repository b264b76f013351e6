import type { IdentifyData } from './data/tables.ts';

/**
 * The check of British account numbers by their sort code, as specified in Vocalink's "Validating account numbers: UK
 * modulus checking" v8.50. Digits have its names: u to z of the sort code, a to h of the account number.
 */

interface Check {
  method: 'MOD10' | 'MOD11' | 'DBLAL';
  weights: number[];
  /** Number of the exception to the standard rule; 0 for none. */
  exception: number;
}

/** The position of a digit in sort code and account number. */
const at = { a: 6, b: 7, c: 8, g: 12, h: 13 } as const;

/** Exceptions that come in pairs, of which one check has to succeed. In all other pairs, both have to. */
const eitherOf = new Set([2, 9, 10, 11, 12, 13]);
/** The sort codes with which exceptions 8 and 9 are checked. */
const substituteOf: Record<number, string> = { 8: '090126', 9: '309634' };

/**
 * Whether an account number is possible for the sort code.
 * @param sortCode six digits
 * @param number eight digits
 * @returns undefined if the table lacks the sort code, so that nothing is known
 */
export function modulusCheck(sortCode: string, number: string, data: IdentifyData): boolean | undefined {
  const row = data.sort_code_modulus.findLast(sortCode);
  if (row === undefined || sortCode > row.to) return undefined;
  const first = toCheck(row.first);
  const second = row.second === '' ? undefined : toCheck(row.second);
  // Exception 6: a foreign currency account, which cannot be checked.
  if (first.exception === 6 && /^[4-8].{5}(\d)\1$/.test(number)) return true;
  const passes = (check: Check) => succeeds(check, sortCode, number, data);
  // Exception 3: such accounts have only the first check.
  if (second === undefined || (second.exception === 3 && /^..[69]/.test(number))) return passes(first);
  return eitherOf.has(first.exception) ? passes(first) || passes(second) : passes(first) && passes(second);
}

function succeeds(check: Check, sortCode: string, number: string, data: IdentifyData): boolean {
  const { exception } = check;
  const own =
    exception === 5 ? data.sort_code_substitute.find(sortCode)?.substitute : substituteOf[exception];
  const digits = digitsOf((own ?? sortCode) + number);
  const sum = sumOf(check, weightsFor(check, digits), digits);
  const modulus = check.method === 'MOD11' ? 11 : 10;
  const remainder = sum % modulus;
  if (exception === 4) return remainder === Number(number.slice(-2));
  if (exception === 5)
    return remainder === 0
      ? checkDigit(check, digits) === 0
      : modulus - remainder === checkDigit(check, digits);
  if (exception === 14 && remainder !== 0) return succeedsShifted(check, sortCode, number);
  return remainder === 0;
}

/** Exception 5: the check digit is g in the first check and h in the second. They have no weight. */
function checkDigit({ method }: Check, digits: number[]): number | undefined {
  return digits[method === 'MOD11' ? at.g : at.h];
}

/** Exception 14: older numbers of Coutts end in 0, 1 or 9, and are checked without it. */
function succeedsShifted({ method, weights }: Check, sortCode: string, number: string): boolean {
  if (!/[019]$/.test(number)) return false;
  const digits = digitsOf(`${sortCode}0${number.slice(0, -1)}`);
  return sumOf({ method, weights, exception: 0 }, weights, digits) % 11 === 0;
}

function sumOf({ method, exception }: Check, weights: number[], digits: number[]): number {
  const products = weights.map((weight, index) => weight * (digits[index] ?? 0));
  if (method !== 'DBLAL') return total(products);
  // Double alternate adds the digits of the products. Exception 1 adds 27.
  return total(products.flatMap((product) => digitsOf(String(product)))) + (exception === 1 ? 27 : 0);
}

/** The weights of a check, as changed by exceptions 2, 7 and 10. */
function weightsFor({ exception, weights }: Check, digits: number[]): number[] {
  const nine = digits[at.g] === 9;
  if (exception === 2 && digits[at.a] !== 0) {
    return nine ? [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1] : [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1];
  }
  const opening = [digits[at.a], digits[at.b]].join('');
  const unweighted = exception === 7 || (exception === 10 && ['09', '99'].includes(opening));
  return unweighted && nine ? weights.map((weight, index) => (index < at.c ? 0 : weight)) : weights;
}

function toCheck(text: string): Check {
  const [method, weights = '', exception] = text.split(':');
  return {
    method: method as Check['method'],
    weights: weights.split(',').map(Number),
    exception: Number(exception),
  };
}

function digitsOf(text: string): number[] {
  return Array.from(text, Number);
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
