/** A bank account of the West African monetary union (relevé d'identité bancaire), and how its key is computed. */
export interface Rib {
  bank: string;
  branch: string;
  account: string;
  key: string;
}

/** Bank 5 characters, branch (guichet) 5, account 12, key 2. */
const pattern = /^([A-Z]{2}\d{3}|[A-Z]\d{4})(\d{5})([A-Z0-9]{12})(\d{2})$/;

/** Reads an account of 24 characters. Undefined if the text is not one. */
export function readRib(text: string): Rib | undefined {
  const [, bank = '', branch = '', account = '', key = ''] = pattern.exec(text) ?? [];
  return bank === '' ? undefined : { bank, branch, account, key };
}

/**
 * Whether the key of an account is right: 97 - (N × 100 mod 97), where N is the 22 characters before it, with letters
 * as digits: A to I and J to R are 1 to 9, S to Z are 2 to 9.
 */
export function ribKeyHolds({ bank, branch, account, key }: Rib): boolean {
  let remainder = 0;
  for (const character of bank + branch + account + key) {
    remainder = (remainder * 10 + digitOf(character)) % 97;
  }
  return remainder === 0 && Number(key) >= 1 && Number(key) <= 97;
}

function digitOf(character: string): number {
  const value = Number.parseInt(character, 36);
  if (value < 10) return value;
  const letter = value - 10;
  return letter < 18 ? (letter % 9) + 1 : letter - 16;
}
