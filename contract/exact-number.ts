/** A decimal number: its digits without zeros at either end, times a power of ten. Zero has no digits. */
export interface Decimal {
  negative: boolean;
  digits: string;
  /** The power of ten of the last digit. */
  exponent: number;
}

/** Why a number is refused that a double would change. */
export const inexactNumber =
  'must be a number that a double (IEEE 754 binary64) holds exactly as it is written: write longer ones as text';

/** The most characters of a number without an exponent that a double surely keeps: 15 digits. */
const surelyKept = 15;

/** More than 17 digits between zeros: more than the shortest text of a double has. */
const tooManyDigits = /^-?[0.]*[1-9](?:\.?\d){16}[\d.]*[1-9]/;

/**
 * Whether reading a number as a double changes nothing: the decimal value of its text is that of the shortest text of its
 * double. So for 12.50, 100.00 and 1e3, and not for 2512292042121000001, 1e-400 and 1e400. Takes linear time.
 * @param text a number as JSON writes it
 */
export function isExact(text: string): boolean {
  if (text.length <= surelyKept && !hasExponent(text)) return true;
  if (tooManyDigits.test(text)) return false;
  const value = Number(text);
  const kept = String(value);
  if (kept === text) return true;
  if (!Number.isFinite(value)) return false;
  const [written, shortest] = [decimalOf(text), decimalOf(kept)];
  return written.digits === shortest.digits && written.exponent === shortest.exponent;
}

function hasExponent(text: string): boolean {
  return text.includes('e') || text.includes('E');
}

/** The decimal value of a number's text, as JSON or `String` writes finite numbers. Takes linear time. */
export function decimalOf(text: string): Decimal {
  const lower = text.toLowerCase();
  const negative = lower.startsWith('-');
  const power = lower.indexOf('e');
  const mantissa = lower.slice(negative ? 1 : 0, power === -1 ? lower.length : power);
  const point = mantissa.indexOf('.');
  const digits = point === -1 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  let start = 0;
  while (digits[start] === '0') start += 1;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return { negative: false, digits: '', exponent: 0 };
  const fraction = point === -1 ? 0 : mantissa.length - point - 1;
  const exponent = (power === -1 ? 0 : Number(lower.slice(power + 1))) - fraction + digits.length - end;
  return { negative, digits: digits.slice(start, end), exponent };
}

/** Whether a number is an integral multiple of another, both as the decimals that they are written as: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, step: number): boolean {
  const [whole, part] = [decimalOf(String(value)), decimalOf(String(step))];
  if (whole.digits === '') return true;
  const shift = whole.exponent - part.exponent;
  const [dividend, divisor] = [BigInt(whole.digits), BigInt(part.digits)];
  if (shift >= 0) return (dividend * powerOfTen(shift, divisor)) % divisor === 0n;
  // No double has more digits, so that no more zeros are of its value.
  return -shift <= mostDigits && dividend % (divisor * 10n ** BigInt(-shift)) === 0n;
}

/** The most digits of the shortest text of a double. */
const mostDigits = 17;

/** A power of ten by its remainder, so that no exponent makes a long number. */
function powerOfTen(exponent: number, modulus: bigint): bigint {
  let [result, base, left] = [1n, 10n, exponent];
  while (left > 0) {
    if (left % 2 === 1) result = (result * base) % modulus;
    base = (base * base) % modulus;
    left = Math.floor(left / 2);
  }
  return result;
}
