import { foldWords } from '../fold-words.ts';

/** Words that say what kind of company a bank is. People leave them out. */
const legalForms = new Set(
  'ab ag as asa bv co company corp corporation dac gmbh inc incorporated jsc limited ltd llc na national association nv oyj pjsc plc sa se spa uab'.split(
    ' ',
  ),
);

/**
 * The words of a text as searches compare them: as `foldWords`, and with the spellings of one letter alike: `ü` and `ue`, `ø`
 * and `oe`, `æ` and `ae`.
 */
export function searchWords(text: string): string[] {
  return foldWords(text).map((word) => word.replaceAll(/(?<=[aou])e/g, ''));
}

/** A name as one text, so that `U.S. Bank`, `us bank` and `usbank` begin alike. */
export function joinedName(name: string): string {
  return searchWords(name).join('');
}

/** {@link joinedName} without the legal form at the end: `UBS` for `UBS AG` and `Wells Fargo Bank` for `…, N.A.` */
export function commonName(name: string): string {
  const words = searchWords(name.replaceAll(/(?<=\b\p{L})\.\s?(?=\p{L}\b)/gu, ''));
  const end = words.findLastIndex((word) => !legalForms.has(word));
  return (end < 1 ? words.slice(0, 1) : words.slice(0, end + 1)).join('');
}
