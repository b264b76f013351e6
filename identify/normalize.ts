/** What people put between the characters of a reference: spaces, also no-break ones, and hyphens. */
const separators = /[ \u00A0\u2007\u202F\u2010\u2011-]/g;

/**
 * A reference as it is compared: without separators, in upper case. Only ASCII letters are raised: what looks like one
 * (`ſ`, `ı`, full-width forms) stays, and no alphabet has it.
 */
export function normalize(text: string): string {
  return text.replaceAll(separators, '').replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}
