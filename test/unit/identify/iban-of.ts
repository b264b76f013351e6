/** The IBAN of an account with zeros at a bank, with its national and its own check digits. */
export function ibanOf(country: string, bban: string): string {
  const value = (text: string) => Array.from(text, (letter) => Number.parseInt(letter, 36)).join('');
  const checkDigits = 98n - (BigInt(value(`${bban}${country}00`)) % 97n);
  return `${country}${String(checkDigits).padStart(2, '0')}${bban}`;
}
