import type { ReferenceField } from './rail.ts';

/** How people write account references. It is the same wherever one is read or compared. */

/** Letters, digits and signs of East Asian keyboards, which mean the ASCII ones. */
const fullWidth = /[\uFF01-\uFF5E]/g;
const fullWidthOffset = 0xfe_e0;

/**
 * Characters without a width, and marks that begin or end text from left to right. They come with what is copied from programs.
 * Marks from right to left and overrides show digits in another order than they have, so they are not among them.
 */
const invisible = String.raw`\u00AD\u180E\u200B-\u200E\u202A\u202C\u2060\u2066\u2068\u2069\uFEFF`;
/** With the minus sign, which Unicode does not count as a dash. */
const dashes = String.raw`\p{Pd}\u2212`;
const points = String.raw`.\u00B7\u2027`;

const separators = new RegExp(String.raw`[\p{Zs}${dashes}${points}${invisible}]`, 'gu');
/** Characters that are copied along with a cell or a paragraph, including line ends. */
const before = new RegExp(String.raw`^[\s\u0085${invisible}]+`, 'u');
const after = new RegExp(String.raw`[\s\u0085${invisible}]+$`, 'u');

/**
 * Points and dashes that stand for something: a number of a spreadsheet (`12345.0`, `1.2E7`), or what was left out
 * (`1234...5678`).
 */
const meaningful = new RegExp(String.raw`^\d+\.0+$|^\d\.\d+E[+-]?\d+$|[${points}]{2}|[${dashes}]{2}`, 'iu');

/** Field names that people write before a value. */
const names: Readonly<Record<ReferenceField, string>> = {
  iban: 'iban',
  bic: '(?:bic|swift)(?: ?[/-] ?(?:bic|swift))?',
  routing_number: '(?:aba|rtn|routing(?: transit)?)',
  sort_code: 'sort[ -]?code',
  ifsc: 'ifsc',
  bank_code: '(?:iban|rib|bank[ -]?code|branch[ -]?code|blz|bankleitzahl)',
  branch_code: 'branch',
  // Account numbers may have letters, so the short names need what shows that they are names.
  account_number: '(?:iban|nuban|account|acct|a/c|konto|kontonummer|(?:acc|kto)(?=[.:#]|[ -](?:no|nr)))',
  phone_number: '(?:tel|phone|mobile)',
};
/** Norway's letters in `IBAN NO 93 …` are no abbreviation of number. */
const follows: { readonly [Field in ReferenceField]?: string } = { iban: String.raw`(?=[a-z]{2}\s?\d)` };
const labels = new Map(
  Object.entries(names).map(([field, name]) => {
    const suffix = String.raw`(?:[ -]?(?:code|number|no|nr|num))?[.:#\s]+`;
    return [field, new RegExp(`^${name}${suffix}${follows[field as ReferenceField] ?? ''}`, 'iu')] as const;
  }),
);

/** An IBAN with its name before it. No country has the code IB. */
const namedIban = new RegExp(String.raw`^IBAN[\s:.#${dashes}]*(?=[A-Z]{2}[\s${dashes}]*\d)`, 'iu');

/** A text of an account reference without what people write between its characters, in capitals. */
export function withoutSeparators(text: string): string {
  return asciiWidth(text)
    .replaceAll(separators, '')
    .replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * A reference as it is compared, without its field's name before it: `IBAN: de89 3704–0044 …` is `DE8937040044…`. Any other
 * character stays, and is in no alphabet: digits of other scripts, letters that only look like ASCII ones, tabs and ends of
 * lines between two values, points and dashes that are no separators. Linear in the text, apart from its ends.
 */
export function plainReference(text: string, field: ReferenceField): string {
  const written = asciiWidth(text).replace(before, '').replace(after, '');
  const value = written.replace(labels.get(field) ?? /^$/, '');
  if (meaningful.test(value)) return value;
  const plain = withoutSeparators(value);
  return field === 'iban' ? withoutIbanName(plain) : plain;
}

/** A text without `IBAN` before an IBAN. */
export function withoutIbanName(text: string): string {
  return text.replace(namedIban, '');
}

function asciiWidth(text: string): string {
  return text.replaceAll(fullWidth, (character) =>
    String.fromCharCode(character.charCodeAt(0) - fullWidthOffset),
  );
}
