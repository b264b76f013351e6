/** More combining marks than any writing system puts on a letter. */
const mostMarks = 16;

/** Combining marks, and the two characters without that property which become some (NFKC). */
const marks = /[\p{M}\uFF9E\uFF9F]{2,}/gu;

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
