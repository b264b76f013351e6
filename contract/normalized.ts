/** More combining marks than any writing system puts on a letter. */
const mostMarks = 16;

/** Combining marks, and the two characters without that property which become some (NFKC). */
const marks = /[\p{M}\uFF9E\uFF9F]{2,}/gu;

const foreignDigit = /(?![0-9])\p{Nd}/gu;
const digit = /^\p{Nd}$/u;

/** The digits of other scripts that were read before: there are some hundreds. */
const readDigits = new Map<string, string>();

/** A text whose digits of all scripts are those of ASCII: ١٢ is 12. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(foreignDigit, (found) => {
    const known = readDigits.get(found) ?? asciiDigit(found);
    readDigits.set(found, known);
    return known;
  });
}

function asciiDigit(found: string): string {
  // The ten digits of a script follow one another.
  const code = found.codePointAt(0) ?? 0;
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Characters that cannot be seen, some of which are letters by their property. A filler of half width becomes one of them. */
const unseen = /[\p{Default_Ignorable_Code_Point}\uFFA0]/gu;

/** A text without characters that cannot be seen. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, '');
}

/** Words in one character, of which the longest becomes eighteen: more of them than a name has. */
const manyWords = /(?:[\u3200-\u33FF\uFDF0-\uFDFF][^\u3200-\u33FF\uFDF0-\uFDFF]*){3}/;

/**
 * A text in a normal form of Unicode, in linear time: the marks of a letter are put in order in quadratic time, which takes a minute
 * for 260,000 of them. A text with more marks on a letter than any writing system has stays as it is, and so does one of many words
 * that are one character each.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  if (manyWords.test(text)) return text;
  for (const { 0: run } of text.matchAll(marks)) if (run.length > mostMarks) return text;
  return text.normalize(form);
}
