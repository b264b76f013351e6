/**
 * Weights of the six digits of the institution and the nine of the serial number, defined by the Central Bank of
 * Nigeria.
 */
const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];
const institutionDigits = 6;

/**
 * An institution's part of the checksum, modulo 10. The code of a bank counts as six digits with three leading zeros,
 * the code of another financial institution with a leading `9`.
 * @param code of 3 or 5 digits, from the central bank
 */
export function institutionSum(code: string): number {
  return weightedSum(code.length === 3 ? `000${code}` : `9${code}`, 0) % 10;
}

/**
 * The institution's part that makes the last digit of a ten-digit account number its check digit, modulo 10: 10 -
 * (weighted sum modulo 10), and 0 for 10.
 */
export function missingSum(account: string): number {
  const sum = weightedSum(account.slice(0, 9), institutionDigits) + Number(account[9]);
  return (10 - (sum % 10)) % 10;
}

/**
 * Whether the last digit of a NUBAN is its check digit at an institution (Revised Standards on Nigeria Uniform Bank
 * Account Number, 2020; for banks, the digits are the same as in the first standard of 2010).
 */
export function nubanHolds(code: string, account: string): boolean {
  return institutionSum(code) === missingSum(account);
}

function weightedSum(digits: string, from: number): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    sum += (weights[from + index] ?? 0) * Number(digits[index]);
  }
  return sum;
}
