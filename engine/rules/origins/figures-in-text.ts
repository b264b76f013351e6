import type { Span } from './folded-text.ts';

/** A number without leading and trailing zeros. */
const plainNumber = /^[-+]?\d{1,30}(?:\.\d{1,30})?$/;
const isoDate = /^(\d{4}-\d{2}-\d{2})(?:$|T)/;

/**
 * The form of a number in which it is compared, without sign: `1250.50` is `1250.5`.
 * @returns undefined if a text is no decimal
 */
export function numberForm(value: string | number): string | undefined {
  const text = String(value);
  if (!plainNumber.test(text)) return undefined;
  const [whole = '', places] = text.replace(/^[-+]/, '').split('.');
  return canonical(whole, places);
}

/** The date of an ISO text, with or without a time; undefined for any other. */
export function dateForm(value: string): string | undefined {
  return isoDate.exec(value)?.[1];
}

/** @param places those after the point */
function canonical(whole: string, places = ''): string {
  let start = 0;
  while (start < whole.length - 1 && whole[start] === '0') start += 1;
  let end = places.length;
  while (end > 0 && places[end - 1] === '0') end -= 1;
  const shortWhole = whole.slice(start);
  return end === 0 ? shortWhole : `${shortWhole}.${places.slice(0, end)}`;
}

// Each looks for a digit first, because most characters are none: a number as people write it, with groups of three digits and a point or
// a comma, the same without groups, and a date.
const grouped = /(?=\d)(?<!\d)(\d{1,3}(?:[.,'’ \u00A0\u202F]\d{3}){1,9})(?:[.,](\d{1,20}))?(?!\d)/g;
const ungrouped = /(?=\d)(?<!\d)(\d{1,30})(?:[.,](\d{1,20}))?(?!\d)/g;
const dates = /(?=\d)(?<!\d)(?:(\d{4}-\d{2}-\d{2})|(\d{1,2})[./](\d{1,2})[./](\d{4}))(?!\d)/g;

/** The numbers and dates of a text by their forms, each where it stands first. A number that can be read in two ways stands for both. */
export function figuresIn(text: string): Map<string, Span> {
  const found = new Map<string, Span>();
  const note = (form: string, { index, 0: { length } }: RegExpExecArray) => {
    if (!found.has(form)) found.set(form, { start: index, end: index + length });
  };
  for (const match of text.matchAll(ungrouped)) {
    const [, whole = '', places] = match;
    note(canonical(whole, places), match);
    // The places are read with the digits, too, if they may be a group: 82,000.
    if (places !== undefined) note(canonical(whole), match);
  }
  for (const match of text.matchAll(grouped)) {
    const [, whole = '', places] = match;
    note(canonical(whole.replaceAll(/\D/g, ''), places), match);
  }
  for (const match of text.matchAll(dates)) {
    const [, iso, one = '', two = '', year = ''] = match;
    if (iso !== undefined) {
      note(iso, match);
      continue;
    }
    const [first, second] = [one.padStart(2, '0'), two.padStart(2, '0')];
    note(`${year}-${second}-${first}`, match);
    note(`${year}-${first}-${second}`, match);
  }
  return found;
}
