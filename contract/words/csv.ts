/** The value of a cell. */
export type CsvValue = string | number | undefined;

/**
 * A line of CSV (RFC 4180). A text begins with an apostrophe if a spreadsheet would take it for a formula, because names and messages
 * come from outside, or would change its digits, as those of an account number.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join()}\r\n`;
}

function field(value: CsvValue): string {
  const text = String(value ?? '');
  const shown = typeof value === 'string' && (isFormula(text) || losesDigits(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

function isFormula(text: string): boolean {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text);
}

/** The most digits of a number that spreadsheets keep. */
const keptDigits = 15;
/** No number has more characters. */
const longestNumber = 400;

/** Texts that spreadsheets read as a date, such as a sort code or an invoice number. ISO dates are dates. */
const dayLike = /^\d{1,2}(?:[-/]\d{1,4}|([-/.])\d{1,2}\1\d{1,4})$/;

/**
 * Whether a spreadsheet reads a text as a number or a day, and shows another one: without its leading zeros or last digits, or an
 * exponent's.
 */
function losesDigits(text: string): boolean {
  if (text.length > longestNumber) return false;
  if (dayLike.test(text.trim())) return true;
  const number = text.replaceAll(/[\s.,'\u00A0\u202F]/g, '');
  if (!/^\d+(?:e[+-]?\d+)?$/i.test(number)) return false;
  return number.length > keptDigits || /^0\d/.test(text.trim()) || /e/i.test(number);
}

/** Without it, spreadsheets take a file for another encoding. */
export const byteOrderMark = '\uFEFF';
