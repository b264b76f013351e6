import { withoutIbanName } from '#contract/account-text.ts';
import { decimalOf } from '#contract/exact-number.ts';
import { isJsonObject } from '#contract/json.ts';
import { normalized, withAsciiDigits, withoutUnseen } from '#contract/normalized.ts';

/**
 * A JSON value in a form that is the same for all its spellings (tool-call.repeated.spelling): case, white space, characters that
 * cannot be seen, the digits of other scripts and the ways of Unicode to write the same make no difference, nor the separators in a reference, nor how a decimal is
 * written: with an exponent, in groups, with zeros behind its last digit, or with its currency before or behind it. Two values that mean different things stay apart: every letter and digit is kept, leading zeros too.
 */
export function comparableValue(value: unknown): unknown {
  if (typeof value === 'string') return comparableText(value);
  if (typeof value === 'number') return comparableText(String(value));
  if (Array.isArray(value)) return value.map(comparableValue);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, comparableValue(member)]));
}

/** Longer texts are no references. */
const longestReference = 64;
/** A shorter text would be another reference without its separators: 1-2 is not 12. */
const shortestReference = 4;
/** Letters, digits and what separates their groups. */
const referenceShape = /^[#\p{L}\p{N}](?:[\p{L}\p{N}\s.:/_#\p{Pd}]*[\p{L}\p{N}])?$/u;
/** Texts with longer words are sentences or names. */
const longWord = /\p{L}{5}/u;
/** A day, a month and a year, which could mean another date without their separators. */
const dayFirst = /^\d{1,2}([./-])\d{1,2}\1\d{4}$/;
/** The same with the year first: 2026-1-11 is not 2026-11-1. */
const yearFirst = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/;

function comparableText(text: string): string {
  // Before it is normalized: what is left out would part the marks of a letter.
  const seen = withoutUnseen(normalized(withoutUnseen(text), 'NFKC'));
  const plain = withAsciiDigits(seen)
    .replaceAll('\u2212', '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
  return comparablePlain(normalized(plain, 'NFC'));
}

function comparablePlain(plain: string): string {
  return decimal(plain) ?? money(plain) ?? reference(withoutIbanName(plain)) ?? plain;
}

/** A decimal in digits alone, without zeros that say nothing. A number with leading zeros is a reference. */
function decimal(text: string): string | undefined {
  const [, sign, number = ''] =
    /^([+-]?)((?:0|[1-9]\d*)(?:\.\d*)?(?:e[+-]?\d{1,3})?|\.\d+(?:e[+-]?\d{1,3})?)$/.exec(ungrouped(text)) ??
    [];
  if (sign === undefined) return undefined;
  const { digits, exponent } = decimalOf(number);
  if (digits === '') return '0';
  const written = digits.padStart(1 - exponent, '0');
  const plain =
    exponent < 0
      ? `${written.slice(0, exponent)}.${written.slice(exponent)}`
      : written + '0'.repeat(exponent);
  return sign === '-' ? `-${plain}` : plain;
}

/** Ways to write a number in groups. */
const grouped = [
  // Groups of three digits, or as in India of two and a last one of three.
  /^(?<whole>[+-]?\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(?<fraction>\d*))?$/,
  /^(?<whole>[+-]?\d{1,3}(?:\.\d{3})+)(?:,(?<fraction>\d*))?$/,
  /^(?<whole>[+-]?\d{1,3}(?:['’ ]\d{3})+)(?:[.,](?<fraction>\d*))?$/,
  // A comma that cannot begin a group.
  /^(?<whole>[+-]?\d+),(?<fraction>\d{1,2}|\d{4,})$/,
  /^(?<whole>[+-]?\d{4,}),(?<fraction>\d+)$/,
];
/** 1,250 and 1.250 are a thousand or one, depending on the country. */
const groupedOrNot = /^[+-]?\d{1,3}[.,]\d{3}$/;

/** A number without the separators of its groups, and with a decimal point. Any other text stays as it is. */
function ungrouped(text: string): string {
  if (groupedOrNot.test(text)) return text;
  for (const pattern of grouped) {
    const { whole, fraction } = pattern.exec(text)?.groups ?? {};
    if (whole !== undefined) return `${whole.replaceAll(/[^\d+-]/g, '')}.${fraction ?? ''}`;
  }
  return text;
}

/** A sum with its currency before or behind it. Behind the letters of a code, a hyphen without a space is that of a reference. */
const sums = [
  /^(?<sign>[+-]?)(?<currency>\p{Sc}|[a-z]{3}(?!-)) ?(?<amount>[+-]?[\d.].*)$/u,
  /^(?<sign>)(?<amount>[+-]?[\d.].*?) ?(?<currency>\p{Sc}|[a-z]{3})$/u,
];
/** The signs that stand for one currency alone. */
const signs: Readonly<Record<string, string>> = { '€': 'eur', '£': 'gbp' };
const codes = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** A sum of money as its currency and its decimal. Undefined for other texts. */
function money(text: string): string | undefined {
  for (const pattern of sums) {
    const { sign = '', currency = '', amount = '' } = pattern.exec(text)?.groups ?? {};
    const written = decimal(sign + amount);
    if (written === undefined || (currency.length === 3 && !codes.has(currency))) continue;
    return `${signs[currency] ?? currency}${written}`;
  }
  return undefined;
}

/** A reference without the separators between its groups. Undefined for other texts. */
function reference(text: string): string | undefined {
  if (text.length > longestReference || !/\p{N}/u.test(text) || !referenceShape.test(text)) return undefined;
  const isSentence = text.split(' ').some((word) => longWord.test(word) && !/\p{N}/u.test(word));
  if (isSentence || dayFirst.test(text)) return undefined;
  const [, year, , month = '', day = ''] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return `${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`;
  // A single point between digits may be that of a decimal.
  const isDecimalPoint = text.match(/\p{N}\.\p{N}/gu)?.length === 1 && text.split('.').length === 2;
  const separators = isDecimalPoint ? /[\s:/_#\p{Pd}]/gu : /[\s.:/_#\p{Pd}]/gu;
  const bare = text.replaceAll(separators, '');
  return bare.length < shortestReference ? undefined : bare;
}
