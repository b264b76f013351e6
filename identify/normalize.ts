/** What people write between the characters of a reference: spaces, including no-break ones, and hyphens. */
const separators = /[ \u00A0\u2007\u202F\u2010\u2011-]/g;

/**
 * A reference as it is compared: without separators, in upper case. Only ASCII letters are converted: similar
 * characters (`ſ`, `ı`, full-width forms) stay unchanged, and are in no alphabet.
 */
export function normalize(text: string): string {
  return text.replaceAll(separators, '').replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}
